/**
 * Browsers that the test files of one process share, by their launch options. A file that runs alone has its own
 * browser.
 */
import type { Browser } from "playwright-core";

export const sharedBrowsers = {
  wanted: false,
  open: new Map<string, Promise<Browser>>(),

  async close(): Promise<void> {
    for (const browser of this.open.values()) await (await browser).close();
  },
};
