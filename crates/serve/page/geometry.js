// The lines of a drawing: straight or bent between two circles, or a loop at one.
//
// A bent line is a quadratic curve whose control point lies next to the midpoint of the two centres. It is cut off
// where it leaves the circles, and earlier at a head, so that the tip of the arrow touches the circle.

const ARROW = { length: 9, width: 7 };
/** The distance between neighbouring parallel lines. */
const PARALLEL = 26;

/** The path of a line, its arrow head, and the position of its label. */
export function line(from, to, radius, bend, hasHead) {
  if (from === to) {
    return loop(from, radius, hasHead);
  }
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const control = { x: middle.x - (dy / length) * bend, y: middle.y + (dx / length) * bend };
  const start = towards(from, control, radius);
  const tip = towards(to, control, radius + 1);
  const end = hasHead ? towards(to, control, radius + ARROW.length) : towards(to, control, radius);
  const path = bend === 0
    ? `M${point(start)}L${point(end)}`
    : `M${point(start)}Q${point(control)} ${point(end)}`;
  const label = { x: (middle.x + control.x) / 2, y: (middle.y + control.y) / 2 };
  return { path, head: hasHead ? arrow(tip, control) : null, label };
}

/** The bend of each edge, so that edges between the same two nodes lie side by side. */
export function bends(edges) {
  const groups = new Map();
  edges.forEach((edge, place) => {
    const pair = [edge.tail, edge.head].map(String).sort().join(" ");
    groups.set(pair, [...(groups.get(pair) ?? []), place]);
  });
  const found = new Array(edges.length).fill(0);
  for (const places of groups.values()) {
    const first = edges[places[0]].tail;
    places.forEach((place, rank) => {
      const offset = (rank - (places.length - 1) / 2) * PARALLEL;
      found[place] = edges[place].tail === first ? offset : -offset;
    });
  }
  return found;
}

function loop(at, radius, hasHead) {
  const out = direction(-125);
  const back = direction(-55);
  const reach = radius * 2.6 + 8;
  const start = along(at, out, radius);
  const tip = along(at, back, radius + 1);
  const end = along(at, back, radius + (hasHead ? ARROW.length : 0));
  const first = along(at, out, reach);
  const second = along(at, back, reach);
  const path = `M${point(start)}C${point(first)} ${point(second)} ${point(end)}`;
  return { path, head: hasHead ? arrow(tip, second) : null, label: { x: at.x, y: at.y - reach * 0.86 } };
}

/** A triangle that comes from `origin` and has its tip at `tip`. */
function arrow(tip, origin) {
  const base = towards(tip, origin, ARROW.length);
  const side = { x: (base.y - tip.y) / ARROW.length, y: (tip.x - base.x) / ARROW.length };
  const half = ARROW.width / 2;
  const left = { x: base.x + side.x * half, y: base.y + side.y * half };
  const right = { x: base.x - side.x * half, y: base.y - side.y * half };
  return `${point(tip)} ${point(left)} ${point(right)}`;
}

function towards(from, to, distance) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  return { x: from.x + (dx / length) * distance, y: from.y + (dy / length) * distance };
}

function direction(degrees) {
  const angle = (degrees * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

function along(from, unit, distance) {
  return { x: from.x + unit.x * distance, y: from.y + unit.y * distance };
}

function point({ x, y }) {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
