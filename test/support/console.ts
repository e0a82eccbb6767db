import type { BrowserContext } from "playwright-core";

/**
 * Collects in `said` the console output of the context's pages and the errors of their scripts. Chromium
 * complains if a test types into a field before the page has set the focus; no user is that quick, so this message is
 * left out. The gallery's test says that no page asks for the focus twice.
 */
export function consoleOf(context: BrowserContext, said: string[] = []): string[] {
  context.on("console", (message) => {
    if (!message.text().startsWith("Autofocus processing was blocked")) said.push(message.text());
  });
  context.on("weberror", (problem) => said.push(String(problem.error())));
  return said;
}
