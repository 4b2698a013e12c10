// A page under test: it opens, waits and reads as a person would, and records everything that goes wrong.

import { setTimeout as pause } from "node:timers/promises";

/** Only against hanging: everything that is waited for stays true once it is. */
const PATIENCE = 600_000;

export class Page {
  static async open(browser, address, guarded, { hash = "", isGuarded = false, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = new Page(await context.newPage(), context, isGuarded ? guarded : address);
    await page.tab.goto((isGuarded ? guarded : address) + hash);
    if (!isGuarded) {
      await page.tab.waitForSelector("main:not([aria-busy])");
    }
    return page;
  }

  constructor(tab, context, address) {
    this.tab = tab;
    this.context = context;
    /** Messages of the console, errors, and requests to anywhere else. */
    this.wrong = [];
    tab.on("console", (message) => message.type() === "error" && this.wrong.push(message.text()));
    tab.on("pageerror", (error) => this.wrong.push(String(error)));
    tab.on("request", (request) => request.url().startsWith(address) || this.wrong.push(`asked for ${request.url()}`));
  }

  /** Waits until the element has this text, or one that fits. */
  async reads(selector, wanted) {
    const fits = (text) => (wanted instanceof RegExp ? wanted.test(text) : text === wanted);
    await this.until(async () => {
      const text = (await this.tab.locator(selector).textContent()).trim();
      return fits(text) ? null : `${selector} reads ‘${text}’, not ${wanted}`;
    });
  }

  /** Waits until there are this many elements. */
  async has(selector, number, what) {
    await this.until(async () => {
      const found = await this.tab.locator(selector).count();
      return found === number ? null : `${what}: ${found}, not ${number}`;
    });
  }

  /** Waits until the answer is this count of this unit. */
  async counts(number, unit) {
    await this.reads("#count", number);
    await this.reads("#count-unit", unit);
  }

  /** Waits until the check returns null; fails with its last result. */
  async until(check) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const problem = await check();
      if (problem === null) {
        return;
      }
      if (Date.now() > end) {
        throw new Error(problem);
      }
      await pause(30);
    }
  }

  /** Types a pattern in place of the current one. */
  async type(text) {
    await this.tab.fill("#notation", text);
  }

  /** An empty drawing, and its box on the screen. */
  async emptyDrawing() {
    await this.reads("#count", /\d/);
    await this.tab.click("#clear");
    await this.reads("#count", "–");
    return this.tab.locator("#editor").boundingBox();
  }

  /** Draws a line with the mouse. */
  async drag(from, to) {
    await this.tab.mouse.move(from.x, from.y);
    await this.tab.mouse.down();
    await this.tab.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await this.tab.mouse.move(to.x, to.y);
    await this.tab.mouse.up();
  }

  async close() {
    await this.context.close();
  }
}

export function check(isTrue, problem) {
  if (!isTrue) {
    throw new Error(problem);
  }
}

export function equal(found, wanted, what) {
  check(found === wanted, `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}
