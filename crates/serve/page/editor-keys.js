// Drawing the pattern with the keyboard.

import { announce } from "./announce.js";
import { nodeOf, withEdge, withNode } from "./pattern.js";

const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const STEP = 12;
/** The distance of a new node from the current one. */
const AWAY = 80;

/** Attaches the keys. `commands` has undo, redo, label, kind and flip. */
export function attachKeys(editor, commands) {
  editor.canvas.addEventListener("keydown", (event) => {
    if (handled(editor, commands, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

function handled(editor, commands, event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    return false;
  }
  if (DIRECTIONS[key]) {
    return event.shiftKey ? move(editor, DIRECTIONS[key]) : walk(editor, DIRECTIONS[key]);
  }
  const actions = {
    n: () => addNode(editor),
    Insert: () => addNode(editor),
    Enter: () => link(editor),
    " ": () => link(editor),
    Escape: () => giveUp(editor),
    Delete: () => editor.removeChosen(),
    Backspace: () => editor.removeChosen(),
    ".": () => cycle(editor, 1),
    ",": () => cycle(editor, -1),
    l: () => commands.label(),
    F2: () => commands.label(),
    d: () => commands.kind(),
    r: () => commands.flip(),
  };
  if (!actions[key] || event.altKey) {
    return false;
  }
  actions[key]();
  return true;
}

/** Moves to the nearest node in this direction. */
function walk(editor, direction) {
  const { nodes } = editor.pattern;
  const here = nodeOf(editor.pattern, editor.chosen) ?? nodes[0];
  if (!here) {
    return true;
  }
  const ahead = nodes
    .map((node) => {
      const [dx, dy] = [node.x - here.x, node.y - here.y];
      const along = dx * direction.x + dy * direction.y;
      const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
      return { node, along, cost: along + 2 * aside };
    })
    .filter(({ along }) => along > 1)
    .sort((a, b) => a.cost - b.cost);
  editor.focus((ahead[0]?.node ?? here).key);
  return true;
}

function move(editor, direction) {
  const node = nodeOf(editor.pattern, editor.chosen);
  if (node) {
    editor.changeChosen({ x: node.x + direction.x * STEP, y: node.y + direction.y * STEP });
  }
  return true;
}

/** Adds a node, joined to the one from which a line begins. */
function addNode(editor) {
  const from = nodeOf(editor.pattern, editor.linkFrom);
  const spot = freeSpot(editor.pattern.nodes, from ?? nodeOf(editor.pattern, editor.chosen));
  const added = withNode(editor.pattern, spot.x, spot.y);
  const { pattern } = from ? withEdge(added.pattern, from.key, added.key, !editor.drawsArcs) : added;
  editor.linkFrom = null;
  editor.become(pattern, added.key);
  editor.focus(added.key);
  announce(`Node ${nodeOf(pattern, added.key).name} added${from ? `, joined to ${from.name}` : ""}`);
}

/** The place around the current node with the most space. */
function freeSpot(nodes, here) {
  if (nodes.length === 0) {
    return { x: 0, y: 0 };
  }
  const { x, y } = here ?? nodes.at(-1);
  const spots = Array.from({ length: 12 }, (_, k) => {
    const angle = (k * Math.PI) / 6;
    return { x: x + AWAY * Math.cos(angle), y: y + AWAY * Math.sin(angle) };
  });
  const room = (spot) => Math.min(...nodes.map((node) => Math.hypot(node.x - spot.x, node.y - spot.y)));
  const cost = (spot) => Math.hypot(spot.x, 1.4 * spot.y) / 4 - Math.min(room(spot), AWAY);
  return spots.reduce((best, spot) => (cost(spot) < cost(best) - 1e-9 ? spot : best));
}

/** Begins a line at the current node, or ends it there; a line that ends where it began is a loop. */
function link(editor) {
  const here = nodeOf(editor.pattern, editor.chosen);
  if (!here) {
    return editor.pattern.nodes.length === 0 ? addNode(editor) : undefined;
  }
  if (editor.linkFrom === null) {
    editor.linkFrom = here.key;
    editor.draw();
    announce(`A line begins at ${here.name}. Choose its end and press Enter.`);
    return undefined;
  }
  const from = nodeOf(editor.pattern, editor.linkFrom);
  editor.linkFrom = null;
  editor.addLine(from.key, here.key);
  editor.focus(here.key);
  announce(`${editor.drawsArcs ? "Arc" : "Edge"} from ${from.name} to ${here.name} added`);
  return undefined;
}

function giveUp(editor) {
  if (editor.linkFrom !== null) {
    editor.linkFrom = null;
    editor.draw();
    announce("Line cancelled");
  }
}

/** Moves to the next or previous node or edge; while a line is drawn, only to nodes. */
function cycle(editor, step) {
  const { nodes, edges } = editor.pattern;
  const keys = [...nodes, ...(editor.linkFrom === null ? edges : [])].map((item) => item.key);
  if (keys.length > 0) {
    const place = keys.indexOf(editor.chosen);
    editor.focus(keys[(place + step + keys.length) % keys.length]);
  }
}
