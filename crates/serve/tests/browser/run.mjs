// Runs the cases in a browser: node run.mjs ADDRESS CHROMIUM GUARDED [WORD]. GUARDED is the address of a service that needs the
// token of token.mjs. With WORD, only the cases whose names contain it are run.

import { chromium } from "playwright-core";
import { Page } from "./page.mjs";

const [address, executablePath, guarded, word = ""] = process.argv.slice(2);
const TOPICS = ["parts", "drawing", "typing", "answers", "graphs", "motifs", "links", "looks", "token"];
/** Cases wait more than they work, so some run in parallel, each in its own context. */
const AT_ONCE = 3;
// No background work next to the tests, and nothing that a container lacks.
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
const waiting = [];
for (const topic of TOPICS) {
  const { cases, options = {} } = await import(`./${topic}.mjs`);
  for (const [name, run] of Object.entries(cases)) {
    if (name.includes(word)) {
      waiting.push({ name, run, options: options[name] });
    }
  }
}
const count = { passed: 0, failed: 0 };
await Promise.all(Array.from({ length: AT_ONCE }, work));
await browser.close();
console.log(`\nbrowser: ${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;

/** One case after the other, until none is left. */
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const start = Date.now();
    const problem = await attempt(next);
    const time = `${((Date.now() - start) / 1000).toFixed(1)} s`;
    count[problem === null ? "passed" : "failed"] += 1;
    console.log(problem === null ? `ok      ${next.name} (${time})` : `FAILED  ${next.name} (${time})\n        ${problem}`);
  }
}

/** What went wrong, if anything did. */
async function attempt({ run, options }) {
  let page = null;
  try {
    page = await Page.open(browser, address, guarded, options);
    await run(page);
    // A refused file, or a missing token, is reported in the console of the browser; that is not an error.
    const wrong = page.wrong.filter((text) => !/status of 4(22|01)/.test(text));
    return wrong.length > 0 ? wrong.join("\n        ") : null;
  } catch (error) {
    return [error.message, ...(page?.wrong ?? [])].join("\n        ");
  } finally {
    await page?.close();
  }
}
