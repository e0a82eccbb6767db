/** Reads the quotes, escapes and continued lines of POSIX shells, Bash's `$'…'`, and cmd's carets. */

export interface ShellWords {
  readonly words: readonly string[];
  /** The text after an unquoted `&`, `;` or `|`, which ends the command for the shell. */
  readonly rest: string;
}

/** Returns undefined if a quote is not closed. Linear. */
export function shellWords(command: string): ShellWords | undefined {
  const text = isOfCmd(command) ? withoutCarets(command) : command;
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < text.length) {
    piece.lastIndex = at;
    const [whole, blank, continued, single, ansi, double, escaped, end, plain] =
      piece.exec(text) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    if (continued !== undefined) continue;
    if (blank !== undefined || end !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (end !== undefined) return { words, rest: text.slice(at) };
      continue;
    }
    word = `${word ?? ""}${plain ?? escaped ?? single ?? (ansi === undefined ? inDouble(double ?? "") : inAnsi(ansi))}`;
  }
  if (word !== undefined) words.push(word);
  return { words, rest: "" };
}

/** Each alternative begins with a different character and no part matches what follows, so backtracking is bounded. */
const piece =
  /([ \t\r\n]+)|(\\\r?\n)|'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([&;|])|((?:[^\s'"\\&;|$]|\$(?!'))+)/y;

/** POSIX.1-2017, Shell Command Language §2.2.3. */
function inDouble(text: string): string {
  return text.replace(/\\(\r?\n|["\\$`])/g, (_, escaped: string) =>
    /\n/.test(escaped) ? "" : escaped,
  );
}

function inAnsi(text: string): string {
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|([\s\S]))/g,
    (whole, four, eight, byte, octal, letter) => {
      const hex = four ?? eight ?? byte;
      const code = hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16);
      if (letter !== undefined) return letters[letter] ?? letter;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

const letters: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
};

/** Browsers copy commands for the Windows command prompt too. */
function isOfCmd(command: string): boolean {
  return /\^"|\^\r?\n/.test(command);
}

function withoutCarets(command: string): string {
  return command.replace(/\^(\r?\n|[\s\S])/g, (_, escaped: string) =>
    /\n/.test(escaped) ? " " : escaped,
  );
}
