import { Failed, terminalText } from "./outcome.ts";

export interface Confirmation {
  readonly yes?: true;
  readonly json?: true | undefined;
}

/** Each command that ends something permanently has the option: nothing brings back what it ends. */
export const yesMeaning = "don't ask for confirmation; required without a terminal";

/** Throws `Failed` unless the administrator agrees that this ends, with --yes or on the terminal. */
export async function confirm(ends: readonly string[], { yes, json }: Confirmation): Promise<void> {
  if (yes) return;
  const text = ends.join("\n");
  if (json || !process.stdin.isTTY) {
    throw new Failed(`nothing was changed; run it again with --yes to do it anyway\n${text}`);
  }
  const typed = await typedAfter(`${terminalText(text)}\nType yes to continue: `);
  if (typed.trim() !== "yes") throw new Failed("nothing was changed");
}

/** Empty if the input ends, or the administrator interrupts the command. */
async function typedAfter(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((resolve) => {
      terminal.once("close", () => resolve(""));
      terminal.question(question).then(resolve, () => resolve(""));
    });
  } finally {
    terminal.close();
  }
}
