// Makes the pictures of docs/page.md: node screenshots.mjs ADDRESS CHROMIUM FOLDER, with a service running at the address.

import { chromium } from "playwright-core";

const [address, executablePath, folder] = process.argv.slice(2);

const PICTURES = {
  "page.png": {
    hash: "#pattern=a-b-c-a&graph=karate",
    options: { viewport: { width: 1280, height: 884 }, colorScheme: "light" },
  },
  "page-dark.png": {
    hash: `#pattern=${encodeURIComponent("x:kinase -[activates]-> y:enzyme, x -[activates]-> z:enzyme, y -[binds]- z")}&graph=proteins`,
    options: { viewport: { width: 1280, height: 884 }, colorScheme: "dark" },
  },
  "page-phone.png": {
    hash: "#pattern=smiles%3Ac1ccccc1&graph=nitropyrene",
    options: { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true, colorScheme: "light" },
    scroll: ".graph",
  },
  "page-motifs.png": {
    hash: "#pattern=a-b-c-a&graph=karate",
    options: { viewport: { width: 1280, height: 1440 }, colorScheme: "light" },
    prepare: async (page) => {
      await page.click("#motifs summary");
      await page.selectOption("#motifs-samples", "400");
      await page.waitForSelector("#motifs-list .histogram");
      await page.click("#motifs-list .motif >> nth=1");
      await page.waitForSelector("#graph-view .warmth");
    },
  },
};

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, { hash, options, scroll, prepare }] of Object.entries(PICTURES)) {
  const page = await browser.newPage(options);
  await page.goto(address + hash);
  await page.waitForSelector("#graph-view .node.hit");
  await page.waitForFunction(() => /^match 1 of/.test(document.getElementById("match-place").textContent)
    && ![...document.querySelectorAll("#meanings .number")].some((number) => number.textContent === "–"));
  await prepare?.(page);
  if (scroll) {
    await page.locator(scroll).evaluate((element) => element.scrollIntoView());
    await page.waitForTimeout(200);
  }
  await page.screenshot({ path: `${folder}/${name}` });
  await page.close();
}
await browser.close();
