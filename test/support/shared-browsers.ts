/** Browsers that the test files of one process share, by what they were launched with. A file that runs alone has its own. */
import type { Browser } from "playwright-core";

export const sharedBrowsers = {
  wanted: false,
  open: new Map<string, Promise<Browser>>(),

  async close(): Promise<void> {
    for (const browser of this.open.values()) await (await browser).close();
  },
};
