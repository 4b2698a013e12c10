// Graphs are chosen, opened, dropped and refused.

import { equal } from "./page.mjs";
import { giveToken } from "./token.mjs";

/** A square with a diagonal, one arc per line. */
export const SQUARE = "tail,head\n1,2\n2,3\n3,4\n4,1\n1,3\n";

export function file(name, text) {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

export const cases = {
  "a broken file is refused with its line": async (page) => {
    await page.counts("45", "subgraphs");
    await page.tab.setInputFiles("#graph-file", file("broken.json", '{"nodes": [0, 0],\n "edges": [[0, 1, 0],\n  [0, 7, 0]]}\n'));
    await page.reads("#graph-problem", /^broken\.json – Line 3, column \d+: /);
    equal(await page.tab.locator("#count").textContent(), "45", "the answer before");
  },

  "a file that is opened is counted in, and can be removed": async (page) => {
    await page.counts("45", "subgraphs");
    await page.tab.setInputFiles("#graph-file", file("square.csv", SQUARE));
    await page.counts("2", "subgraphs");
    await page.reads("#graph-facts", /^4 nodes · 5 arcs/);
    await page.tab.click("#graph-remove");
    await page.reads("#graph-facts", /^(?!4 nodes)/);
    await page.has("#graph-choice option:has-text('square')", 0, "removed graphs");
  },

  "a file that is dropped is counted in": async (page) => {
    await page.counts("45", "subgraphs");
    await page.tab.evaluate((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.csv"));
      window.dispatchEvent(new DragEvent("dragenter", { dataTransfer: transfer }));
      document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, SQUARE);
    await page.counts("2", "subgraphs");
    await page.tab.locator("#drop").waitFor({ state: "hidden" });
  },

  "functional groups are found in a molecule": async (page) => {
    await page.tab.selectOption("#graph-choice", { label: "nitropyrene" });
    await page.type("smiles:c1ccccc1");
    await page.counts("4", "subgraphs");
    await page.reads("#match-place", "match 1 of 4");
    await page.has("#graph-view .node.hit", 6, "atoms of a ring");
    await page.has("#graph-view .edge.hit", 6, "bonds of a ring");
  },

  "what the service could not read is told with the reasons": async (page) => {
    await giveToken(page);
    await page.counts("45", "subgraphs");
    await page.reads("#graphs-unread-number", "2 of the service’s files or graphs could not be read");
    await page.tab.click("#graphs-unread-number");
    await page.reads("#graphs-unread-list li >> nth=0", /^broken in drugs\.smi – drugs\.smi:2:3: this branch has no closing \)$/);
    await page.reads("#graphs-unread-list li >> nth=1", /^half\.gml – half\.gml:1:/);
    // The other graphs of the file are offered.
    await page.tab.selectOption("#graph-choice", { label: "ethanol" });
    await page.type("smiles:C");
    await page.counts("2", "subgraphs");
    await page.reads("#command", "isocount count --patterns smiles:C --graphs drugs.smi --unit subgraphs --undirected --time-limit 10s --on-error record");
  },
};

export const options = { "what the service could not read is told with the reasons": { isGuarded: true } };
