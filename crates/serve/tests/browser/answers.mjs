// The answers: the meanings, the matches, estimates, and a hopeless question.

import { SQUARE, file } from "./graphs.mjs";
import { check } from "./page.mjs";

/** Rings of this size in the power-law example are far beyond counting, and an hour does not end before it is cancelled. */
const HOPELESS = "#pattern=cycle%3A14&graph=power-law&meaning=monomorphism-subgraphs&method=exact&seconds=3600";

export const cases = {
  "another meaning gives another number and says why": async (page) => {
    await page.type("a-b-c");
    await page.counts("528", "subgraphs");
    const card = (name) => page.tab.locator(`#meanings label:has(input[value="${name}"])`);
    await page.until(async () => {
      const text = await card("induced mappings").textContent();
      return /786.*Without the 270 that have additional arcs/.test(text) ? null : text;
    });
    await card("homomorphism mappings").click();
    await page.counts("1,212", "mappings");
    await page.reads("#count-how", /^homomorphism, directions ignored/);
    const why = await card("homomorphism mappings").textContent();
    check(/156 of them map two pattern nodes to one/.test(why), why);
    // The same with the keyboard.
    await page.tab.keyboard.press("ArrowRight");
    await page.counts("1,056", "mappings");
  },

  "directions by a click, with the reason for the zero": async (page) => {
    await page.tab.setInputFiles("#graph-file", file("arcs.csv", SQUARE));
    await page.counts("2", "subgraphs");
    await page.tab.uncheck("#ignore-directions");
    await page.counts("0", "subgraphs");
    await page.reads("#count-notice", /direction|reverse/i);
    await page.tab.click("#count-notice button");
    await page.counts("2", "subgraphs");
    await page.reads("#count-change", /both directions.*0 before/);
  },

  "matches are highlighted one after the other": async (page) => {
    await page.reads("#match-place", "match 1 of 45");
    const highlighted = () => page.tab.locator("#graph-view .node.hit title").allTextContents();
    await page.has("#graph-view .node.hit", 3, "nodes of a match");
    const first = await highlighted();
    await page.has("#graph-view .edge.hit", 3, "edges of a match");
    await page.tab.click("#match-next");
    await page.reads("#match-place", "match 2 of 45");
    const isFirst = async () => String((await highlighted()).sort()) === String(first.sort());
    await page.until(async () => ((await isFirst()) ? "the second match is the first" : null));
    await page.tab.focus("#graph-view");
    await page.tab.keyboard.press("p");
    await page.reads("#match-place", "match 1 of 45");
    await page.until(async () => ((await isFirst()) ? null : "it is not the first match again"));
    await page.tab.click("#match-previous");
    await page.reads("#match-place", /^match \d+( of 45)?$/);
  },

  "of a large graph the surroundings of a match are shown": async (page) => {
    await page.tab.selectOption("#graph-choice", { label: "power-law" });
    await page.reads("#graph-caption", /^Around the match: \d+ nodes of [\d,]+$/);
    await page.has("#graph-view .node.hit", 3, "nodes of a match");
    check((await page.tab.locator("#graph-view .node").count()) <= 60, "too many nodes");
  },

  "a question without an answer says why": async (page) => {
    await page.counts("45", "subgraphs");
    await page.type("smarts:c");
    await page.reads("#count", "no answer");
    await page.reads("#count-notice", /molecule/);
  },

  "the same question elsewhere": async (page) => {
    await page.counts("45", "subgraphs");
    await page.reads("#command", "isocount count a-b-c-a example:karate --unit subgraphs --undirected --time-limit 10s");
    await page.reads("#python", /isocount\.count\("a-b-c-a", "example:karate", unit="subgraphs"/);
    await page.reads("#request", /^curl http:\S+\/api\/v1\/count -H /);
    // A file is shown under its own name.
    await page.tab.setInputFiles("#graph-file", file("my graph.csv", SQUARE));
    await page.reads("#command", "isocount count a-b-c-a 'my graph.csv' --unit subgraphs --undirected --time-limit 10s");
  },

  "an estimate of nothing is unknown, in the answer and on every card": async (page) => {
    await page.counts("45", "subgraphs");
    // This many steps find no clique of nine, however fast the machine is.
    await page.tab.route("**/api/v1/count", (route) => {
      const question = { ...route.request().postDataJSON(), method: "sample", step_limit: 1000, time_limit: 3600 };
      route.continue({ postData: JSON.stringify(question) });
    });
    await page.tab.selectOption("#graph-choice", { label: "power-law" });
    await page.type("clique:9");
    await page.reads("#count", /^≤ [1-9]/);
    await page.reads("#count-notice", /nothing proves that there is none: the count is unknown/);
    await page.until(async () => {
      const numbers = await page.tab.locator("#meanings .number").allTextContents();
      return numbers.every((number) => /^≤ [1-9]/.test(number)) ? null : `the cards read ${numbers}`;
    });
    await page.reads("#bar-count", /^≤ [1-9]/);
  },

  "an estimate has an interval, which shrinks": async (page) => {
    await page.reads("#count", /^≈/);
    await page.reads("#count-how", /narrowing$/);
    // The widest interval fills the line.
    const range = page.tab.locator("#interval .range");
    await page.until(async () => {
      const width = (await range.getAttribute("x2")) - (await range.getAttribute("x1"));
      return width < 290 ? null : `the interval is still ${width} wide`;
    });
    check((await page.tab.locator("#interval .earlier").count()) > 0, "no estimate before");
    const name = await page.tab.getAttribute("#interval", "aria-label");
    check(/^Between .+ and .+, with 95 % confidence$/.test(name), name);
    await page.tab.click("#cancel");
    await page.reads("#count-how", /^Cancelled after .* This is the last estimate\.$/);
    await page.reads("#count", /^≈/);
  },

  "a question that takes practically forever is cancelled": async (page) => {
    await page.reads("#running-text", /^Counting, [1-9]/);
    await page.tab.click("#cancel");
    await page.reads("#count-how", /^Cancelled after/);
    await page.tab.locator("#running").waitFor({ state: "hidden" });
    await page.type("a-b-c-a");
    await page.reads("#count", /\d/);
  },
};

export const options = {
  "an estimate has an interval, which shrinks": { hash: HOPELESS.replace("method=exact", "method=auto") },
  "a question that takes practically forever is cancelled": { hash: HOPELESS },
};
