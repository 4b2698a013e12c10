// The drawing of the graph, or of the surroundings of a match, with the match in it.

import { byId, svg } from "./element.js";
import { bends } from "./geometry.js";
import { box, fitted, place, separated } from "./layout.js";
import { exact } from "./numbers.js";
import { BONDS, edgePicture, isReadable, nodePicture } from "./picture.js";

const MARGIN = 28;
const BUTTONS = 36;
const ZOOM = 1.3;
const PAN = 40;
/** Edge labels are written in graphs of at most this many edges, and in matches; elsewhere they are tooltips. */
const MOST_EDGE_TEXTS = 30;

export class GraphView {
  constructor(onStep) {
    this.canvas = byId("graph-view");
    this.drawing = { nodes: [], edges: [] };
    this.places = [];
    this.match = null;
    this.warmth = null;
    this.onDrawn = () => {};
    this.hueOf = () => "";
    this.showsLabels = false;
    this.showsEdgeLabels = false;
    this.showsDirections = true;
    this.isMolecule = false;
    this.frame = { x: 0, y: 0, width: 1, height: 1 };
    this.#attach(onStep);
    new ResizeObserver(() => this.fit()).observe(this.canvas);
  }

  /** Shows a drawing of the service, with much space for the nodes in its middle. */
  show(drawing, middle = []) {
    this.drawing = drawing;
    const ranks = new Map(drawing.nodes.map((node, rank) => [node.id, rank]));
    this.edges = drawing.edges.map((edge) => ({ ...edge, tail: ranks.get(edge.tail), head: ranks.get(edge.head) }));
    const pairs = this.edges.map(({ tail, head }) => [tail, head]);
    this.places = place(drawing.nodes.length, pairs, new Set(middle.map((id) => ranks.get(id))));
    this.match = null;
    this.warmth = null;
    this.fit();
    this.onDrawn();
  }

  /** Highlights a match: for each pattern node the id of its image, its name, and the lines between images. */
  highlight(match) {
    this.match = match;
    this.#draw();
  }

  /** Colours nodes by named counts, given as texts by node id; without counts, removes the colours. */
  heat(counts, name) {
    if (counts !== null || this.warmth !== null) {
      const most = counts === null ? 0 : Math.max(1, ...[...counts.values()].map(Number));
      this.warmth = counts === null ? null : { counts, most, name };
      this.#draw();
    }
  }

  /** Scales the view to show everything. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width > 0 && this.drawing.nodes.length > 0) {
      const longest = this.drawing.nodes.length > 12 ? 90 : 110;
      const wide = turned(this.places, width / height);
      this.frame = { x: -width / 2, y: -height / 2, width, height };
      // The right edge is reserved for the zoom buttons.
      const roomy = fitted(wide, width - 2 * MARGIN - BUTTONS, height - 2 * MARGIN, longest);
      this.spots = separated(roomy, 2.5 * this.#radius()).map(({ x, y }) => ({ x: x - BUTTONS / 2, y }));
      this.#draw();
    } else {
      this.canvas.replaceChildren();
    }
  }

  zoom(factor) {
    const { x, y, width, height } = this.frame;
    const [w, h] = [width / factor, height / factor];
    this.frame = { x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h };
    this.#look();
  }

  #draw() {
    if (!this.spots || this.spots.length !== this.drawing.nodes.length) {
      return;
    }
    const radius = this.#radius();
    // Heat and a match at the same time would need too many colours.
    const shown = this.warmth === null ? this.match?.nodes ?? [] : [];
    const images = new Map(shown.map((id, rank) => [id, rank]));
    const hits = this.#hitEdges(images);
    const isFaint = images.size > 0;
    const bend = bends(this.edges);
    const edges = this.edges.map((edge, ix) => {
      const picture = edgePicture({
        ...edge,
        undirected: edge.undirected || !this.showsDirections,
        label: this.#edgeText(edge.label, hits.has(ix)),
        bond: this.isMolecule && BONDS.has(edge.label) ? edge.label : "",
        from: this.spots[edge.tail],
        to: this.spots[edge.head],
        bend: bend[ix] / 2,
        radius,
        title: edge.label,
      });
      picture.classList.add(hits.has(ix) ? "hit" : isFaint ? "faint" : "plain");
      return { picture, isHit: hits.has(ix) };
    });
    const nodes = this.drawing.nodes.map((node, ix) => {
      const isHit = images.has(node.id);
      const picture = this.#node(node, this.spots[ix], isHit ? radius + 2 : radius, isHit ? images.get(node.id) : null);
      picture.classList.add(isHit ? "hit" : isFaint ? "faint" : "plain");
      return { picture, isHit };
    });
    const inOrder = [...edges, ...nodes].sort((a, b) => a.isHit - b.isHit);
    this.canvas.replaceChildren(...inOrder.map(({ picture }) => picture));
    this.#look();
  }

  #node(node, spot, radius, rank) {
    const text = this.showsLabels ? node.label : node.name;
    const title = this.showsLabels ? `${node.name}: ${node.label}` : node.name;
    const count = this.warmth?.counts.get(node.id);
    const tags = rank === null ? "" : this.match.patternNodes
      .filter((_, place) => this.match.nodes[place] === node.id).join(", ");
    const picture = nodePicture({
      ...spot,
      inside: isReadable(text, radius) ? text : "",
      tag: tags,
      title: count === undefined ? title : `${title}\n${this.warmth.name}: ${exact(count)}`,
      hue: this.hueOf(node.label),
      radius,
    });
    if (count !== undefined) {
      // By the square root, because counts of hubs are far above the others.
      const share = Math.sqrt(Number(count) / this.warmth.most);
      picture.querySelector("circle").after(svg("circle", { class: "warmth", r: radius, "fill-opacity": share.toFixed(3) }));
    }
    return picture;
  }

  #edgeText(label, isHit) {
    const isDrawn = this.isMolecule && BONDS.has(label);
    const hasRoom = isHit || this.edges.length <= MOST_EDGE_TEXTS;
    return this.showsEdgeLabels && !isDrawn && hasRoom ? label : "";
  }

  /** The edges of the graph that the edges of the pattern map to. */
  #hitEdges(images) {
    const hits = new Set();
    if (images.size > 0) {
      this.edges.forEach(({ tail, head, label, undirected }, ix) => {
        const [from, to] = [this.drawing.nodes[tail].id, this.drawing.nodes[head].id];
        const isHit = this.match.lines.some((line) =>
          (line.label === null || line.label === label)
          && ((line.tail === from && line.head === to)
            || ((line.undirected || undirected) && line.tail === to && line.head === from)));
        if (isHit) {
          hits.add(ix);
        }
      });
    }
    return hits;
  }

  /** Uses smaller circles for many nodes. */
  #radius() {
    const count = this.drawing.nodes.length;
    const room = Math.sqrt((this.frame.width * this.frame.height) / Math.max(count, 1));
    return Math.max(3.5, Math.min(15, room / 7.5));
  }

  #look() {
    const { x, y, width, height } = this.frame;
    this.canvas.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  #pan(dx, dy) {
    this.frame.x += dx;
    this.frame.y += dy;
    this.#look();
  }

  #attach(onStep) {
    byId("zoom-in").addEventListener("click", () => this.zoom(ZOOM));
    byId("zoom-out").addEventListener("click", () => this.zoom(1 / ZOOM));
    byId("zoom-fit").addEventListener("click", () => this.fit());
    // The wheel alone scrolls the page; with Ctrl, which touch pads report for pinching, it zooms.
    this.canvas.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
      }
    }, { passive: false });
    let held = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, y: event.clientY };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (held) {
        const scale = this.frame.width / this.canvas.clientWidth;
        this.#pan((held.x - event.clientX) * scale, (held.y - event.clientY) * scale);
        held = { x: event.clientX, y: event.clientY };
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.canvas.addEventListener(end, () => {
        held = null;
      });
    }
    this.canvas.addEventListener("keydown", (event) => {
      const actions = {
        n: () => onStep(1),
        p: () => onStep(-1),
        "+": () => this.zoom(ZOOM),
        "=": () => this.zoom(ZOOM),
        "-": () => this.zoom(1 / ZOOM),
        0: () => this.fit(),
        ArrowLeft: () => this.#pan(-PAN, 0),
        ArrowRight: () => this.#pan(PAN, 0),
        ArrowUp: () => this.#pan(0, -PAN),
        ArrowDown: () => this.#pan(0, PAN),
      };
      if (actions[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        actions[event.key]();
      }
    });
  }
}

/** Rotates the drawing by 90 degrees if it is taller than the space for it. */
function turned(places, aspect) {
  const { width, height } = box(places);
  const isTall = (width + 0.1) / (height + 0.1) < 1 && aspect > 1;
  return isTall ? places.map(({ x, y }) => ({ x: y, y: -x })) : places;
}
