import type { BrowserContext } from "playwright-core";

/**
 * Collects in `said` what the pages of the context write to the console, and the errors of their scripts. Chromium
 * remarks when a test types into a field before the page has placed its focus, which no person is quick enough to do; that is left
 * out. The gallery's test says that no page asks for the focus twice.
 */
export function consoleOf(context: BrowserContext, said: string[] = []): string[] {
  context.on("console", (message) => {
    if (!message.text().startsWith("Autofocus processing was blocked")) said.push(message.text());
  });
  context.on("weberror", (problem) => said.push(String(problem.error())));
  return said;
}
