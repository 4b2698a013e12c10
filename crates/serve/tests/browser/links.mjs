// The address contains the question.

import { equal } from "./page.mjs";

export const cases = {
  "a permalink asks the same question again": async (page) => {
    await page.type("a-b-c");
    await page.tab.check('#meanings input[value="induced subgraphs"]', { force: true });
    await page.counts("393", "subgraphs");
    await page.tab.reload();
    await page.counts("393", "subgraphs");
    equal(await page.tab.inputValue("#notation"), "a-b-c", "the notation");
    equal(await page.tab.isChecked('#meanings input[value="induced subgraphs"]'), true, "the meaning");
  },

  "a link that is followed on the open page is taken": async (page) => {
    await page.counts("45", "subgraphs");
    await page.tab.evaluate(() => {
      location.hash = "#pattern=a-b&graph=karate&meaning=monomorphism-mappings&directions=kept";
    });
    await page.counts("156", "mappings");
    equal(await page.tab.isChecked("#ignore-directions"), false, "directions");
  },

  "a link to a graph that is not there says so": async (page) => {
    await page.reads("#graph-problem", /not on this service/);
    await page.counts("45", "subgraphs");
  },
};

export const options = {
  "a link to a graph that is not there says so": { hash: "#pattern=a-b-c-a&graph=0123456789abcdef" },
};
