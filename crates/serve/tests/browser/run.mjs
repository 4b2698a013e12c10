// Runs the cases in a browser: node run.mjs ADDRESS CHROMIUM [WORD]. With a word, only the cases whose names have it.

import { chromium } from "playwright-core";
import { Page } from "./page.mjs";

const [address, executablePath, word = ""] = process.argv.slice(2);
const TOPICS = ["parts", "drawing", "typing", "answers", "graphs", "links", "looks"];
// Nothing that runs beside the tests, and nothing that a container lacks.
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
let [passed, failed] = [0, 0];
for (const topic of TOPICS) {
  const { cases, options = {} } = await import(`./${topic}.mjs`);
  for (const [name, run] of Object.entries(cases).filter(([it]) => it.includes(word))) {
    const start = Date.now();
    const problem = await attempt(run, options[name]);
    const time = `${((Date.now() - start) / 1000).toFixed(1)} s`;
    console.log(problem === null ? `ok      ${name} (${time})` : `FAILED  ${name} (${time})\n        ${problem}`);
    [passed, failed] = problem === null ? [passed + 1, failed] : [passed, failed + 1];
  }
}
await browser.close();
console.log(`\nbrowser: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** What went wrong, if anything did. */
async function attempt(run, options) {
  const page = await Page.open(browser, address, options);
  try {
    await run(page);
    // A refused file is a message in the console of the browser and nothing wrong.
    const wrong = page.wrong.filter((text) => !text.includes("status of 422"));
    return wrong.length > 0 ? wrong.join("\n        ") : null;
  } catch (error) {
    return [error.message, ...page.wrong].join("\n        ");
  } finally {
    await page.close();
  }
}
