// The census of a graph, its heat, and its comparison with randomised graphs.

import { SQUARE, file } from "./graphs.mjs";
import { check, equal } from "./page.mjs";

const row = (name) => `#motifs-list li:has(.name:text-is('${name}'))`;

async function openCensus(page) {
  await page.counts("45", "subgraphs");
  await page.tab.click("#motifs summary");
  await page.reads(`${row("triangle")} .motif-count`, "45");
}

export const cases = {
  "the motifs of karate are listed with their counts": async (page) => {
    await openCensus(page);
    await page.has("#motifs-list li", 8, "motifs of three and four nodes");
    await page.reads(`${row("claw")} .motif-count`, "1,098");
    await page.tab.selectOption("#motifs-size", "5..5");
    await page.until(async () => {
      const found = await page.tab.locator("#motifs-list li").count();
      return found === 21 ? null : `${found} motifs of five nodes, not 21`;
    });
  },

  "a motif that is clicked is heat over the graph": async (page) => {
    await openCensus(page);
    await page.tab.click(`${row("triangle")} .motif`);
    await page.until(async () => {
      const found = await page.tab.locator("#graph-view .warmth").count();
      return found === 34 ? null : `${found} warm nodes, not 34`;
    });
    const warmth = await page.tab.locator("#graph-view .warmth").evaluateAll((all) =>
      all.map((it) => [it.parentElement.querySelector("title").textContent, Number(it.getAttribute("fill-opacity"))]));
    const [hottest] = warmth.sort((one, other) => other[1] - one[1]);
    equal(hottest[0], "1\ntriangle: 18", "the node in most triangles");
    equal(hottest[1], 1, "its warmth");
    check(warmth.some(([, share]) => share === 0), "no node is cold");
    await page.tab.click(`${row("triangle")} .motif`);
    await page.until(async () => (await page.tab.locator("#graph-view .warmth").count()) === 0 ? null : "still warm");
  },

  "the pattern has heat of its own, one at a time": async (page) => {
    await openCensus(page);
    await page.tab.click(`${row("claw")} .motif`);
    await page.tab.click("#heat");
    await page.until(async () => {
      const titles = await page.tab.locator("#graph-view .warmth").evaluateAll((all) =>
        all.map((it) => it.parentElement.querySelector("title").textContent));
      return titles.includes("1\nmatches: 18") ? null : `titles ${titles.slice(0, 3)}`;
    });
    equal(await page.tab.getAttribute(`${row("claw")} .motif`, "aria-pressed"), "false", "the motif before");
    // Another pattern is another question.
    await page.type("a-b-c-d-a");
    await page.until(async () => (await page.tab.locator("#graph-view .warmth").count()) === 0 ? null : "still warm");
    equal(await page.tab.getAttribute("#heat", "aria-pressed"), "false", "the button");
  },

  "a motif can become the pattern": async (page) => {
    await openCensus(page);
    await page.tab.click(`${row("clique of 4")} button.small`);
    await page.counts("11", "subgraphs");
  },

  "motifs are compared with randomised graphs": async (page) => {
    await openCensus(page);
    await page.tab.selectOption("#motifs-samples", "100");
    await page.reads(`${row("triangle")} .z`, /^z [+−]\d+\.\d$/);
    await page.has("#motifs-list .histogram", 8, "histograms");
    await page.reads("#motifs-note", /100 randomised graphs/);
  },

  "the service says whether directions matter, until somebody decides": async (page) => {
    await openCensus(page);
    // Every arc has its reverse, with another label: it has directions only if labels matter.
    const edges = [[0, 1], [1, 2], [2, 0]].flatMap(([a, b]) => [[a, b, "to"], [b, a, "fro"]]);
    const graph = JSON.stringify({ nodes: [0, 0, 0], edges });
    await page.tab.setInputFiles("#graph-file", { name: "fro.json", mimeType: "application/json", buffer: Buffer.from(graph) });
    await page.reads(`${row("triangle")} .motif-count`, "1");
    equal(await page.tab.isChecked("#motifs-directed"), false, "directions matter");
    await page.tab.check("#motifs-labels");
    await page.until(async () => ((await page.tab.isChecked("#motifs-directed")) ? null : "directions do not matter"));
    await page.tab.uncheck("#motifs-labels");
    await page.reads(`${row("triangle")} .motif-count`, "1");
    equal(await page.tab.isChecked("#motifs-directed"), false, "directions matter again");
    await page.tab.check("#motifs-directed");
    await page.reads(`${row("300")} .motif-count`, "1");
  },

  "another graph has other motifs": async (page) => {
    await openCensus(page);
    await page.tab.setInputFiles("#graph-file", file("census.csv", SQUARE));
    // The graph has directions, so they matter by default.
    await page.reads(`${row("030C")} .motif-count`, "1");
    await page.tab.uncheck("#motifs-directed");
    await page.reads(`${row("diamond")} .motif-count`, "1");
  },
};
