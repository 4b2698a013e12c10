// The first element that each atom of a SMARTS asks for, as a text for its node. The conditions themselves are evaluated by
// the service.

const ATOM = /\[[^\]]*\]|Cl|Br|[BCNOPSFI]|[bcnops]|\*/g;
const ELEMENTS = { 1: "H", 6: "C", 7: "N", 8: "O", 9: "F", 15: "P", 16: "S", 17: "Cl", 35: "Br", 53: "I" };

/** A symbol for each atom, in order; null if the text does not split into `count` atoms. */
export function atoms(text, count) {
  const found = text.replace(/^smarts:/, "").match(ATOM) ?? [];
  return found.length === count ? found.map(symbol) : null;
}

function symbol(atom) {
  const inside = atom.replace(/^\[\d*|\]$/g, "");
  const number = /^#(\d+)/.exec(inside);
  const letters = /^(Cl|Br|Si|Se|[A-Z]|[a-z])/.exec(inside);
  // F,Cl,Br means one of several elements.
  return inside.includes(",") && !inside.includes(";") ? "…" : number ? ELEMENTS[number[1]] ?? "?" : letters?.[1] ?? "?";
}
