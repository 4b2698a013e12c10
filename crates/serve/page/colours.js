// One hue for each node label, the same in the pattern, in the graph and in the legend.

const HUES = 10;
/** The label of every node and edge in a graph without labels. */
export const NO_LABEL = "0";

/** Maps the labels of a graph, the most frequent first, to a function from label to class. */
export function hues(nodeLabels) {
  const places = new Map(nodeLabels.map(({ label }, place) => [label, place]));
  const isPlain = nodeLabels.length <= 1;
  return (label) => {
    const place = places.get(label === "" ? NO_LABEL : unquoted(label));
    return isPlain || place === undefined || place >= HUES ? "" : `hue-${place}`;
  };
}

/** The label without the quotes that the notation puts around unusual characters. */
function unquoted(label) {
  const quoted = /^(["'])(.*)\1$/s.exec(label);
  return quoted ? quoted[2].replace(/\\(.)/g, "$1") : label;
}
