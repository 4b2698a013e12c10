// The pattern is drawn, with the mouse and without it.

import { equal } from "./page.mjs";

const CORNERS = [[0.5, 0.2], [0.3, 0.75], [0.7, 0.75]];

function corners(box) {
  return CORNERS.map(([x, y]) => ({ x: box.x + box.width * x, y: box.y + box.height * y }));
}

export const cases = {
  "a triangle drawn with the mouse occurs 45 times in karate": async (page) => {
    const [a, b, c] = corners(await page.emptyDrawing());
    for (const { x, y } of [a, b, c]) {
      await page.tab.mouse.click(x, y);
    }
    await page.drag(a, b);
    await page.drag(b, c);
    await page.drag(c, a);
    await page.counts("45", "subgraphs");
    await page.has("#editor .edge", 3, "edges drawn");
    await page.reads("#match-place", "match 1 of 45");
    await page.reads("#spoken", /^45 subgraphs, monomorphism, directions ignored, exact$/);
    await page.until(async () => {
      const text = await page.tab.inputValue("#notation");
      return text === "a-b-c-a" ? null : `the notation reads ${text}`;
    });
  },

  "a line drawn into the open ends at a new node": async (page) => {
    const [a, b] = corners(await page.emptyDrawing());
    await page.tab.mouse.click(a.x, a.y);
    await page.drag(a, b);
    await page.counts("78", "subgraphs");
  },

  "arcs have a direction and edges have none": async (page) => {
    const [a, b] = corners(await page.emptyDrawing());
    await page.tab.click("#draw-arcs");
    await page.tab.mouse.click(a.x, a.y);
    await page.drag(a, b);
    await page.until(async () => {
      const text = await page.tab.inputValue("#notation");
      return text === "a->b" ? null : `the notation reads ${text}`;
    });
    equal(await page.tab.isChecked("#ignore-directions"), false, "directions ignored");
    await page.counts("156", "subgraphs");
  },

  "a triangle drawn with the keyboard alone, then a label, then undone": async (page) => {
    await page.emptyDrawing();
    const { keyboard } = page.tab;
    await page.tab.focus("#editor");
    for (const key of ["n", "Enter", "n", "Enter", "n"]) {
      await keyboard.press(key);
    }
    // From the last node, the first one is next.
    await keyboard.press("Enter");
    await keyboard.press(".");
    await keyboard.press("Enter");
    const edges = () => page.tab.locator("#editor .edge").count();
    await page.until(async () => ((await edges()) === 3 ? null : `${await edges()} edges`));
    await page.counts("45", "subgraphs");
    await keyboard.press("l");
    await keyboard.type("x");
    await keyboard.press("Enter");
    await page.counts("0", "subgraphs");
    await page.reads("#count-notice", /label/i);
    await keyboard.press("Control+z");
    await page.counts("45", "subgraphs");
    await keyboard.press("Control+y");
    await page.counts("0", "subgraphs");
    await keyboard.press("Control+z");
    await keyboard.press("Delete");
    await page.until(async () => ((await page.tab.locator("#editor .node").count()) === 2 ? null : "the node is still there"));
    await page.counts("78", "subgraphs");
  },
};
