// A service that needs a token, asked with one.

/** What `browser.rs` starts the service with. */
const TOKEN = "a token for tests only";

/** Types a token, by default the right one. */
export async function giveToken(page, token = TOKEN) {
  await page.tab.waitForSelector("#token-dialog[open]");
  await page.tab.fill("#token-field", token);
  await page.tab.click("#token-dialog button.main");
}

export const cases = {
  "a token is asked for until it is right": async (page) => {
    await giveToken(page, "a wrong one");
    await giveToken(page);
    await page.counts("45", "subgraphs");
    await page.tab.reload();
    await page.counts("45", "subgraphs");
    await page.tab.locator("#token-dialog").waitFor({ state: "hidden" });
  },
};

export const options = { "a token is asked for until it is right": { isGuarded: true } };
