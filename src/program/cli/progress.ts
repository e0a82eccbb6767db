/**
 * A bar on the terminal for what takes longer than a second. Scripts see none of it: it is drawn on standard error,
 * only if that is a terminal, and never with --json.
 */
export interface Progress extends Disposable {
  show(step: Step): void;
  /** Removes the bar until the next step, so that a line can be printed. */
  clear(): void;
}

export interface Step {
  readonly done: number;
  /** If it isn't known how much there is, there is a count and no bar. */
  readonly of?: number | undefined;
  /** What is counted, in the plural. */
  readonly unit: string;
}

const quietMs = 1000;
const pauseMs = 100;

/** Removes what is in the terminal's line. */
export const clearLine = "\r\u001b[K";

interface Terminal {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

export function openProgress(
  { json }: { readonly json?: boolean | undefined },
  terminal: Terminal = process.stderr,
): Progress {
  const isDrawn = terminal.isTTY && !json;
  let next = performance.now() + quietMs;
  let isShown = false;
  const clear = () => {
    if (isShown) terminal.write(clearLine);
    isShown = false;
  };
  return {
    show(step) {
      if (!isDrawn || performance.now() < next) return;
      next = performance.now() + pauseMs;
      terminal.write(`${clearLine}${barOf(step, terminal.columns || 80)}`);
      isShown = true;
    },
    clear,
    [Symbol.dispose]: clear,
  };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

const maxBar = 30;

/** Fits into one line: the terminal could not remove a second one. */
export function barOf({ done, of, unit }: Step, columns: number): string {
  if (of === undefined) return `${counted(done)} ${unit}`.slice(0, columns - 1);
  const text = `${counted(done)} of ${counted(Math.max(done, of))} ${unit}`;
  const width = Math.min(maxBar, columns - text.length - 4);
  if (width < 1) return text.slice(0, columns - 1);
  const filled = of === 0 ? width : Math.min(width, Math.floor((width * done) / of));
  return `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${text}`;
}

function counted(count: number): string {
  return count.toLocaleString("en");
}
