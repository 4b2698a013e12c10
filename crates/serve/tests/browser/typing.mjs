// The pattern is typed, and labels are text whatever they contain.

import { equal } from "./page.mjs";

export const cases = {
  "a notation that is typed is drawn and counted": async (page) => {
    await page.type("a-b-c-d-a");
    await page.counts("154", "subgraphs");
    await page.has("#editor .node", 4, "nodes drawn");
    await page.has("#editor .edge", 4, "edges drawn");
  },

  "a name from the gallery is drawn and counted": async (page) => {
    await page.reads("#count", "45");
    await page.tab.click("#gallery button:has-text('square')");
    await page.counts("154", "subgraphs");
    // One stop of the Tab key, and arrow keys within.
    await page.has("#gallery button[tabindex='0']", 1, "stops in the gallery");
    await page.tab.keyboard.press("Home");
    await page.tab.keyboard.press("ArrowRight");
    await page.tab.keyboard.press("Enter");
    await page.counts("45", "subgraphs");
  },

  "a text that cannot be read says where": async (page) => {
    await page.type("a-b-");
    await page.reads("#notation-problem", /expected/);
    equal(await page.tab.getAttribute("#notation", "aria-invalid"), "true", "aria-invalid");
    await page.reads("#count", "–");
    await page.type("a-b");
    await page.counts("78", "subgraphs");
  },

  "markup in names and labels is shown as text": async (page) => {
    const label = "<img src=x onerror=alert(1)>";
    await page.type(`"<b>n</b>":"${label}" - y`);
    await page.counts("0", "subgraphs");
    await page.tab.click("#editor .node circle >> nth=0");
    await page.reads("#label-title", /<b>n<\/b>/);
    const graph = `{"nodes":["${label}","C"],"edges":[[0,1,"<i>e</i>"]]}`;
    await page.tab.setInputFiles("#graph-file", { name: "<u>odd</u>.json", mimeType: "application/json", buffer: Buffer.from(graph) });
    await page.reads("#legend", /<img src=x/);
    await page.has("main img, #editor b, main i, main u", 0, "elements made of labels");
  },
};
