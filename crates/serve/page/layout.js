// Positions for the nodes of a graph, by stress majorisation (Gansner, Koren and North 2004).
//
// The distance of two nodes in the drawing should be d, the number of edges between them. Minimise
//
//     Σ_{i<j} (|x_i - x_j| - d_ij)² / d_ij²
//
// by moving each node in turn to the weighted mean of the positions that the others imply. The start is classical scaling: the
// two largest eigenvectors of the doubly centred squared distances, found by power iteration. Nothing is
// random, so the same graph always looks the same.

/** Enough to converge; small graphs, where every angle is visible, can afford more. */
const SWEEPS = [[40, 500], [150, 120], [Infinity, 60]];
const POWER_STEPS = 40;
const JITTER = 0.004;
/** The additional weight of a distance between nodes that are to be apart. */
const INSISTENCE = 25;

/** Positions in edge lengths, for nodes 0 … count - 1. `edges` are pairs of nodes. Those in `apart` get twice
 * the distance from each other. */
export function place(count, edges, apart = new Set()) {
  const neighbours = Array.from({ length: count }, () => []);
  for (const [tail, head] of edges) {
    if (tail !== head) {
      neighbours[tail].push(head);
      neighbours[head].push(tail);
    }
  }
  return packed(components(neighbours).map((members) => placeConnected(members, neighbours, apart)), count);
}

/** The nodes of each connected component, the largest component first. */
function components(neighbours) {
  const seen = new Set();
  const found = [];
  neighbours.forEach((_, start) => {
    if (!seen.has(start)) {
      const members = [start];
      seen.add(start);
      for (const node of members) {
        for (const next of neighbours[node]) {
          if (!seen.has(next)) {
            seen.add(next);
            members.push(next);
          }
        }
      }
      found.push(members);
    }
  });
  return found.sort((a, b) => b.length - a.length);
}

function placeConnected(members, neighbours, apart) {
  const steps = members.map((start) => distancesFrom(start, members, neighbours));
  const isApart = members.map((node) => apart.has(node));
  const distances = steps.map((row, i) => row.map((d, j) => (isApart[i] && isApart[j] ? 2 * d : d)));
  const weights = distances.map((row, i) => row.map((d, j) => (isApart[i] && isApart[j] ? INSISTENCE : 1) / (d * d)));
  const spots = scaled(distances);
  const [, sweeps] = SWEEPS.find(([most]) => members.length <= most);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    relax(spots, distances, weights);
  }
  return { members, spots: levelled(spots, steps) };
}

function distancesFrom(start, members, neighbours) {
  const far = new Map([[start, 0]]);
  const queue = [start];
  for (const node of queue) {
    for (const next of neighbours[node]) {
      if (!far.has(next)) {
        far.set(next, far.get(node) + 1);
        queue.push(next);
      }
    }
  }
  return members.map((node) => far.get(node));
}

/** One sweep of majorisation. */
function relax(spots, distances, weights) {
  spots.forEach((spot, i) => {
    let [x, y, total] = [0, 0, 0];
    spots.forEach((other, j) => {
      if (i !== j) {
        const wanted = distances[i][j];
        const weight = weights[i][j];
        const dx = spot.x - other.x;
        const dy = spot.y - other.y;
        const now = Math.hypot(dx, dy) || 1e-9;
        x += weight * (other.x + (wanted * dx) / now);
        y += weight * (other.y + (wanted * dy) / now);
        total += weight;
      }
    });
    if (total > 0) {
      spot.x = x / total;
      spot.y = y / total;
    }
  });
}

/** Classical scaling, plus a small spiral so that no two nodes start at the same position. */
function scaled(distances) {
  const count = distances.length;
  const squares = distances.map((row) => row.map((d) => d * d));
  const means = squares.map((row) => row.reduce((sum, d) => sum + d, 0) / count);
  const mean = means.reduce((sum, m) => sum + m, 0) / count;
  const centred = squares.map((row, i) => row.map((d, j) => (means[i] + means[j] - mean - d) / 2));
  const first = eigenvector(centred, null);
  const second = eigenvector(centred, first);
  return distances.map((_, i) => {
    const angle = i * 2.4;
    return { x: first[i] + JITTER * Math.cos(angle), y: second[i] + JITTER * Math.sin(angle) };
  });
}

/** The eigenvector of the largest eigenvalue, orthogonal to `other`, scaled to the square root of its eigenvalue. */
function eigenvector(matrix, other) {
  let vector = matrix.map((_, i) => Math.sin(1 + i * (other ? 1.7 : 1)));
  let size = 0;
  for (let step = 0; step < POWER_STEPS; step += 1) {
    if (other) {
      const overlap = dot(vector, other) / (dot(other, other) || 1);
      vector = vector.map((value, i) => value - overlap * other[i]);
    }
    vector = matrix.map((row) => dot(row, vector));
    size = Math.sqrt(dot(vector, vector));
    if (size < 1e-9) {
      return vector.map(() => 0);
    }
    vector = vector.map((value) => value / size);
  }
  return vector.map((value) => value * Math.sqrt(size));
}

function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

/** Rotated so that as many edges as possible are horizontal or vertical; then wide rather than tall, and heavy at the bottom. */
function levelled(spots, distances) {
  const edges = [];
  distances.forEach((row, i) => row.forEach((d, j) => d === 1 && i < j && edges.push([i, j])));
  if (edges.length === 0 || spots.length > 40) {
    return wide(spots);
  }
  const angles = edges.map(([i, j]) => Math.atan2(spots[j].y - spots[i].y, spots[j].x - spots[i].x));
  const turns = angles.flatMap((angle) => [0, 1, 2, 3].map((k) => (k * Math.PI) / 2 - angle));
  const best = turns.map((turn) => ({ turn, score: levelScore(spots, angles, turn) }));
  return rotated(spots, best.reduce((a, b) => (b.score > a.score + 1e-6 ? b : a)).turn);
}

function levelScore(spots, angles, turn) {
  const straight = angles.filter((angle) => Math.abs(Math.sin(2 * (angle + turn))) < 0.05).length;
  const turned = rotated(spots, turn);
  const { width, height, top } = box(turned);
  const weight = turned.reduce((sum, spot) => sum + spot.y, 0) / turned.length - (top + height / 2);
  return straight + Math.min(width / (height + 0.1), 3) + weight;
}

/** Rotated so that the longest axis is horizontal. */
function wide(spots) {
  const mx = spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length;
  const my = spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length;
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of spots) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  return rotated(spots, -0.5 * Math.atan2(2 * xy, xx - yy));
}

function rotated(spots, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return spots.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
}

/** Arranges the parts in rows about as wide as the picture is to be. */
function packed(parts, count) {
  const places = new Array(count);
  const boxes = parts.map(({ spots }) => box(spots));
  const area = boxes.reduce((sum, { width, height }) => sum + (width + 1) * (height + 1), 0);
  const rowWidth = Math.max(1.6 * Math.sqrt(area), ...boxes.map(({ width }) => width + 1));
  let [x, y, rowHeight] = [0, 0, 0];
  parts.forEach(({ members, spots }, ix) => {
    const { left, top, width, height } = boxes[ix];
    if (x > 0 && x + width > rowWidth) {
      [x, y, rowHeight] = [0, y + rowHeight + 1, 0];
    }
    members.forEach((node, i) => {
      places[node] = { x: x + spots[i].x - left, y: y + spots[i].y - top };
    });
    x += width + 1;
    rowHeight = Math.max(rowHeight, height);
  });
  return places;
}

/** The bounding box of some positions. */
export function box(spots) {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Moves and scales the positions into a frame around the origin, with edges at most `longest` long. */
export function fitted(spots, width, height, longest) {
  if (spots.length === 0) {
    return [];
  }
  const bounds = box(spots);
  const scale = Math.min(width / (bounds.width || 1e-9), height / (bounds.height || 1e-9), longest);
  const [cx, cy] = [bounds.left + bounds.width / 2, bounds.top + bounds.height / 2];
  return spots.map(({ x, y }) => ({ x: (x - cx) * scale, y: (y - cy) * scale }));
}

/** Moves positions apart a little where two are closer than `least`. */
export function separated(spots, least) {
  const moved = spots.map((spot) => ({ ...spot }));
  for (let round = 0; round < 30; round += 1) {
    let isDone = true;
    moved.forEach((one, i) => moved.slice(i + 1).forEach((other, j) => {
      const [dx, dy] = [other.x - one.x || 1e-3 * (j + 1), other.y - one.y || 1e-3];
      const now = Math.hypot(dx, dy);
      if (now < least) {
        const push = (least - now) / (2 * now) + 1e-3;
        one.x -= dx * push;
        one.y -= dy * push;
        other.x += dx * push;
        other.y += dy * push;
        isDone = false;
      }
    }));
    if (isDone) {
      break;
    }
  }
  return moved;
}
