// The modules of the page that need no screen, tested in the browser that runs them.

import { check, equal } from "./page.mjs";

const NUMBERS = {
  exact: [["0", "0"], ["45", "45"], ["1212", "1,212"], ["999999999999", "999,999,999,999"], ["123456789012345678901", "1.2346 × 10²⁰"], ["9999999999999", "1 × 10¹³"]],
  rounded: [["1243.7", "1,240"], ["12.34", "12.3"], ["0.5", "0.5"], ["1.2449e9", "1.24 × 10⁹"], ["99999999", "1 × 10⁸"], ["3000000", "3,000,000"]],
  seconds: [[0.0000001, "1 µs"], [0.00008, "80 µs"], [0.0123, "12 ms"], [3.14159, "3.1 s"], [600, "10 min"], [1e8, "27,778 h"]],
};

export const cases = {
  "counts and times are written as they should be": async (page) => {
    const found = await page.tab.evaluate(async (numbers) => {
      const written = await import("./numbers.js");
      return Object.entries(numbers).flatMap(([name, rows]) =>
        rows.map(([value, wanted]) => [name, value, written[name](value), wanted]));
    }, NUMBERS);
    for (const [name, value, text, wanted] of found) {
      equal(text, wanted, `${name}(${value})`);
    }
  },

  "undo and redo go back and forth, and letters of a word are one step": async (page) => {
    const states = await page.tab.evaluate(async () => {
      const { History } = await import("./history.js");
      const history = new History(0);
      history.push(1, "typing", 1000);
      history.push(2, "typing", 1100);
      history.push(3, "typing", 9000);
      const back = [history.undo(), history.undo(), history.undo()];
      const forth = [history.redo(), history.redo(), history.redo()];
      history.undo();
      history.push(4);
      return [...back, ...forth, history.canRedo, history.undo()];
    });
    equal(JSON.stringify(states), JSON.stringify([2, 0, null, 2, 3, null, false, 2]), "states");
  },

  "a ring is drawn as a ring, and no two nodes at one place": async (page) => {
    const { ring, star } = await page.tab.evaluate(async () => {
      const { place } = await import("./layout.js");
      const lengths = (places, pairs) => pairs.map(([a, b]) => Math.hypot(places[a].x - places[b].x, places[a].y - places[b].y));
      const sides = Array.from({ length: 6 }, (_, i) => [i, (i + 1) % 6]);
      const rays = Array.from({ length: 30 }, (_, i) => [0, i + 1]);
      const leaves = rays.flatMap(([, a], i) => rays.slice(i + 1).map(([, b]) => [a, b]));
      return { ring: lengths(place(6, sides), sides), star: lengths(place(31, rays), leaves) };
    });
    check(Math.max(...ring) / Math.min(...ring) < 1.01, `sides of a ring: ${ring}`);
    check(Math.min(...star) > 0.05, `leaves of a star: ${Math.min(...star)}`);
  },

  "a question is the same after its permalink": async (page) => {
    const same = await page.tab.evaluate(async () => {
      const { fragment, question } = await import("./permalink.js");
      const settings = {
        semantics: "induced", unit: "mappings", directions: "kept", nodeLabels: "ignored", edgeLabels: "kept",
        method: "sample", timeLimit: 3, precision: 0.05,
      };
      const text = 'x:"a&b=c#d" -[*]-> y:F|Cl, "é" - y';
      const read = question(`#${fragment({ text, graph: { source: "example", name: "karate" }, settings })}`);
      const odd = question("#pattern=a-b&meaning=homomorphism-subgraphs&seconds=-1&directions=up");
      return [read.text === text, read.graph, JSON.stringify(read.settings) === JSON.stringify(settings), odd.settings, question("#x")];
    });
    equal(JSON.stringify(same.slice(0, 3)), '[true,"karate",true]', "the question");
    equal(`${same[3].semantics} ${same[3].unit} ${same[3].timeLimit} ${same[3].directions}`, "monomorphism subgraphs 10 automatic", "an odd link");
    equal(same[4], null, "no question");
  },
};
