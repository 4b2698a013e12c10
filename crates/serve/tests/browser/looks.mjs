// Light and dark, wide and narrow: axe-core finds no serious problem in any of them.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { check, equal } from "./page.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if axe-core finds anything serious or critical. */
async function axe(page, where) {
  await page.tab.evaluate(AXE);
  const { violations } = await page.tab.evaluate(() => globalThis.axe.run());
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const words = serious.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(", ")}`);
  check(serious.length === 0, `axe, ${where}: ${words.join("; ")}`);
}

function background(page) {
  return page.tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

async function withEverything(page) {
  await page.reads("#match-place", "match 1 of 45");
  await page.tab.click("#editor .node circle >> nth=0");
  for (const summary of await page.tab.locator("summary:visible").all()) {
    await summary.click();
  }
}

export const cases = {
  "light colours": async (page) => {
    await withEverything(page);
    await axe(page, "light");
    equal(await background(page), "rgb(246, 246, 243)", "background");
  },

  "dark colours, as the system says": async (page) => {
    await withEverything(page);
    equal(await background(page), "rgb(18, 20, 22)", "background");
    equal(await page.tab.getAttribute("#theme", "aria-pressed"), "true", "the button");
    await axe(page, "dark");
  },

  "the button changes the colours, for good": async (page) => {
    await page.counts("45", "subgraphs");
    await page.tab.click("#theme");
    equal(await background(page), "rgb(18, 20, 22)", "background");
    await page.tab.reload();
    await page.counts("45", "subgraphs");
    equal(await background(page), "rgb(18, 20, 22)", "background after a reload");
  },

  "the width of a phone": async (page) => {
    await withEverything(page);
    const { scroll, width } = await page.tab.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }));
    equal(scroll, width, "width of the page");
    check(await page.tab.locator("#bar").isVisible(), "the count is not in view");
    await page.reads("#bar-count", "45 subgraphs");
    await axe(page, "narrow");
    // On a touch screen, two taps make two nodes.
    await page.tab.tap("#clear");
    const box = await page.tab.locator("#editor").boundingBox();
    await page.tab.touchscreen.tap(box.x + 80, box.y + 80);
    await page.tab.touchscreen.tap(box.x + 200, box.y + 120);
    await page.until(async () => ((await page.tab.locator("#editor .node").count()) === 2 ? null : "not two nodes"));
    await page.counts("561", "subgraphs");
  },

  "a zero, a refusal and an estimate have enough contrast too": async (page) => {
    await page.type("a:x-b");
    await page.counts("0", "subgraphs");
    await axe(page, "zero");
    await page.type("a:x-");
    await page.reads("#notation-problem", /expected/);
    await axe(page, "problem");
  },
};

export const options = {
  "dark colours, as the system says": { colorScheme: "dark" },
  "the width of a phone": { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
};
