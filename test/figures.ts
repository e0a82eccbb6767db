/** Prints figures of the source, for a look before and after a change: `npm run figures`. */
import { sources } from "./support/sources.ts";

const smallBelow = 25;
const longAbove = 300;
/** A pair of files repeats something if this many lines in a row are the same, apart from indentation. */
const repeatedLines = 6;

const program = sources();
const inSrc = program.filter(([path]) => path.startsWith("src/"));
const rooms = new Set(inSrc.map(([path]) => path.split("/")[1]));

print("program files in src", inSrc.length);
print("program lines in src", sum(inSrc.map(linesOf)));
print("entries of src", rooms.size);
print(
  "comment lines in src",
  sum(inSrc.map(([, text]) => text.match(/^\s*(?:\/\*\*|\*|\/\/)/gm)?.length ?? 0)),
);
print(`files under ${smallBelow} lines`, inSrc.filter((one) => linesOf(one) < smallBelow).length);
const long = inSrc.filter((one) => linesOf(one) > longAbove);
print(`files over ${longAbove} lines`, long.length);
for (const one of long) console.log(`  ${one[0]} ${linesOf(one)}`);
print(`pairs that share ${repeatedLines} lines`, repetitions(program));

function print(name: string, value: number): void {
  console.log(`${name.padEnd(32)}${String(value).padStart(7)}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function linesOf([, text]: readonly [string, string]): number {
  return text.split("\n").length - 1;
}

/** Counts pairs of files. Imports and lines of brackets alone are no repetition. */
function repetitions(files: typeof program): number {
  const holders = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    const lines = text
      .replace(/^(?:import|export) [^;]*? from "[^"]*";\n/gm, "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line));
    for (let at = 0; at + repeatedLines <= lines.length; at += 1) {
      const run = lines.slice(at, at + repeatedLines).join("\n");
      holders.set(run, (holders.get(run) ?? new Set()).add(path));
    }
  }
  const pairs = new Set<string>();
  for (const paths of holders.values()) {
    const [...all] = paths;
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) pairs.add(`${one} ${other}`);
  }
  return pairs.size;
}
