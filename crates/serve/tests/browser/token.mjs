// A service that needs a token is asked with one.

/** What `browser.rs` starts the service with. */
const TOKEN = "a token for tests only";

export const cases = {
  "a token is asked for until it is right": async (page) => {
    const give = async (token) => {
      await page.tab.waitForSelector("#token-dialog[open]");
      await page.tab.fill("#token-field", token);
      await page.tab.click("#token-dialog button.main");
    };
    await give("a wrong one");
    await give(TOKEN);
    await page.counts("45", "subgraphs");
    await page.tab.reload();
    await page.counts("45", "subgraphs");
    await page.tab.locator("#token-dialog").waitFor({ state: "hidden" });
  },
};

export const options = { "a token is asked for until it is right": { isGuarded: true } };
