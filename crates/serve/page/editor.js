// Drawing the pattern with mouse, pen or finger. A click on empty ground adds a node. A drag from a node draws a line to
// another node or to a new one; while Shift is held or the move tool is on, it moves the node. Keys are in
// editor-keys.js.

import { byId, svg } from "./element.js";
import { bends } from "./geometry.js";
import { EMPTY, changed, find, nodeOf, titleOf, withEdge, withNode, without } from "./pattern.js";
import { BONDS, edgePicture, fitsInside, nodePicture } from "./picture.js";

const RADIUS = 17;
/** A pointer that moves less than this has clicked, in pixels. */
const STILL = 5;

export class Editor {
  /** Calls `onChange(pattern)` after each step of drawing, `onSelect(key)` when something is selected. */
  constructor({ onChange, onSelect }) {
    this.canvas = byId("editor");
    this.pattern = EMPTY;
    /** The key of the selected node or edge. */
    this.chosen = null;
    /** The key of the node from which the keyboard draws a line. */
    this.linkFrom = null;
    this.drawsArcs = false;
    this.moves = false;
    this.hueOf = () => "";
    this.onChange = onChange;
    this.onSelect = onSelect;
    this.drag = null;
    this.canvas.addEventListener("pointerdown", (event) => this.#press(event));
    this.canvas.addEventListener("pointermove", (event) => this.#pull(event));
    this.canvas.addEventListener("pointerup", (event) => this.#release(event));
    this.canvas.addEventListener("pointercancel", () => this.#stop());
    this.canvas.addEventListener("focusin", (event) => this.#focused(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** Shows another pattern; the selection is kept if it still exists. */
  show(pattern) {
    this.pattern = pattern;
    if (!find(pattern, this.chosen)) {
      this.choose(null);
    }
    this.linkFrom = nodeOf(pattern, this.linkFrom) ? this.linkFrom : null;
    this.draw();
  }

  choose(key) {
    if (this.chosen !== key) {
      this.chosen = key;
      this.onSelect(key);
    }
  }

  /** Applies a step of drawing. */
  become(pattern, chosen = this.chosen) {
    this.pattern = pattern;
    this.choose(find(pattern, chosen) ? chosen : null);
    this.draw();
    this.onChange(pattern);
  }

  addNode(x, y) {
    const { pattern, key } = withNode(this.pattern, x, y);
    this.become(pattern, key);
    return key;
  }

  addLine(tail, head) {
    const { pattern, key } = withEdge(this.pattern, tail, head, !this.drawsArcs);
    if (pattern === this.pattern) {
      this.choose(key);
    } else {
      this.become(pattern, key);
    }
  }

  /** Removes the selection and selects a remaining node, so that the keyboard has a place. */
  removeChosen() {
    if (this.chosen !== null) {
      const hadFocus = this.canvas.contains(document.activeElement);
      this.become(without(this.pattern, this.chosen), null);
      if (hadFocus) {
        this.focus(this.pattern.nodes.at(-1)?.key ?? null);
      }
    }
  }

  changeChosen(properties) {
    this.become(changed(this.pattern, this.chosen, properties));
  }

  /** Moves the keyboard focus to a node or an edge, or to the empty drawing. */
  focus(key) {
    this.choose(key);
    this.draw();
    (this.#pictureOf(key) ?? this.canvas).focus({ preventScroll: true });
  }

  draw() {
    const focused = this.canvas.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const { nodes, edges } = this.pattern;
    this.#frame();
    const bend = bends(edges);
    const pictures = [
      ...edges.map((edge, ix) => this.#edge(edge, bend[ix])),
      ...nodes.map((node) => this.#node(node)),
    ];
    this.canvas.replaceChildren(...pictures);
    // One stop for the Tab key: the selection, or the first node, or the drawing itself.
    const stop = this.#pictureOf(this.chosen) ?? this.#pictureOf(nodes[0]?.key);
    this.canvas.setAttribute("tabindex", stop ? -1 : 0);
    stop?.setAttribute("tabindex", 0);
    if (focused) {
      this.#pictureOf(focused)?.focus({ preventScroll: true });
    }
  }

  #node(node) {
    const inside = node.symbol ?? (node.label !== "" && fitsInside(node.label) ? node.label : node.name);
    const tag = node.label === "" ? "" : inside === node.label ? node.name : node.label;
    const label = node.label === "" ? "no label" : `label ${node.label}`;
    const degree = this.pattern.edges.filter((edge) => edge.tail === node.key || edge.head === node.key).length;
    const picture = nodePicture({ ...node, inside: fitsInside(inside) ? inside : "", tag: tag || (fitsInside(inside) ? "" : inside), hue: this.hueOf(node.label), radius: RADIUS });
    picture.append(svg("circle", { class: "ring", r: RADIUS + 5 }));
    const state = node.key === this.linkFrom ? ", a line begins here" : "";
    return this.#item(picture, node, `Node ${node.name}, ${label}, ${degree} edge${degree === 1 ? "" : "s"}${state}`);
  }

  #edge(edge, bend) {
    const [from, to] = [edge.tail, edge.head].map((key) => nodeOf(this.pattern, key));
    const bond = this.#bond(edge);
    const picture = edgePicture({ ...edge, from, to, bend, radius: RADIUS, bond, label: bond ? "" : edge.label });
    const path = picture.querySelector(".line").getAttribute("d");
    picture.prepend(svg("path", { class: "reach", d: path }));
    picture.append(svg("path", { class: "ring", d: path }));
    const label = edge.label === "" ? "no label" : `label ${edge.label}`;
    const title = titleOf(this.pattern, edge).replace("–", " to ").replace("→", " to ");
    return this.#item(picture, edge, `${title[0].toUpperCase()}${title.slice(1)}, ${label}`);
  }

  /** The style of an edge in a fragment of a molecule. In SMARTS, the label tells bonds in rings from others: `double|double@`. */
  #bond({ label }) {
    const [bond] = label.replaceAll("@", "").split("|");
    return ["smiles", "smarts"].includes(this.pattern.kind) && BONDS.has(bond) ? bond : "";
  }

  #item(picture, item, title) {
    picture.dataset.key = item.key;
    picture.classList.toggle("chosen", item.key === this.chosen);
    picture.classList.toggle("target", item.key === this.linkFrom);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-roledescription", item.tail === undefined ? "node" : "edge");
    picture.setAttribute("aria-current", String(item.key === this.chosen));
    picture.setAttribute("aria-label", title);
    picture.setAttribute("tabindex", -1);
    return picture;
  }

  #pictureOf(key) {
    return key === null || key === undefined ? null : this.canvas.querySelector(`[data-key="${key}"]`);
  }

  /** Puts the origin in the middle of the drawing, at full size unless a node would be outside. */
  #frame() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width > 0 && !this.drag) {
      const reach = (axis, size) => Math.max(1, ...this.pattern.nodes.map((node) => (Math.abs(node[axis]) + RADIUS + 14) / (size / 2)));
      const scale = Math.max(reach("x", width), reach("y", height));
      const [w, h] = [width * scale, height * scale];
      this.canvas.setAttribute("viewBox", `${-w / 2} ${-h / 2} ${w} ${h}`);
    }
  }

  #spot(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.canvas.getScreenCTM().inverse());
    return { x: spot.x, y: spot.y };
  }

  #keyAt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return this.canvas.contains(under) ? under.closest("[data-key]")?.dataset.key ?? null : null;
  }

  #press(event) {
    if (event.button !== 0) {
      return;
    }
    this.linkFrom = null;
    const key = this.#keyAt(event);
    const node = nodeOf(this.pattern, key);
    const moves = node && (this.moves || event.shiftKey);
    this.drag = { key, node, moves, x: event.clientX, y: event.clientY, isDrag: false };
    this.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  #pull(event) {
    const { drag } = this;
    if (!drag) {
      return;
    }
    drag.isDrag ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > STILL;
    if (!drag.isDrag || !drag.node) {
      return;
    }
    const spot = this.#spot(event);
    if (drag.moves) {
      this.pattern = changed(this.pattern, drag.key, spot);
      this.draw();
    } else {
      this.#rubber(drag.node, spot, this.#keyAt(event));
    }
  }

  #rubber(from, spot, key) {
    this.canvas.querySelector(".rubber")?.remove();
    this.canvas.append(svg("path", { class: "rubber", d: `M${from.x},${from.y}L${spot.x},${spot.y}` }));
    for (const picture of this.canvas.querySelectorAll(".node")) {
      picture.classList.toggle("target", picture.dataset.key === key && key !== from.key);
    }
  }

  #release(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag) {
      return;
    }
    const spot = this.#spot(event);
    const over = nodeOf(this.pattern, this.#keyAt(event));
    if (drag.isDrag && drag.node) {
      this.#dragged(drag, spot, over);
    } else if (!drag.isDrag && drag.key) {
      this.focus(drag.key);
    } else if (!drag.isDrag) {
      this.focus(this.addNode(spot.x, spot.y));
    }
    this.draw();
  }

  #dragged({ key, moves }, spot, over) {
    if (moves) {
      this.become(this.pattern, key);
    } else if (over && over.key !== key) {
      this.addLine(key, over.key);
    } else if (!over) {
      const added = withNode(this.pattern, spot.x, spot.y);
      const joined = withEdge(added.pattern, key, added.key, !this.drawsArcs);
      this.become(joined.pattern, added.key);
    }
  }

  #stop() {
    this.drag = null;
    this.draw();
  }

  #focused(event) {
    const key = event.target.dataset?.key ?? null;
    if (key !== null && key !== this.chosen) {
      this.choose(key);
      for (const picture of this.canvas.querySelectorAll("[data-key]")) {
        const isChosen = picture.dataset.key === key;
        picture.classList.toggle("chosen", isChosen);
        picture.setAttribute("aria-current", String(isChosen));
      }
    }
  }
}
