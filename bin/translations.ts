/**
 * `npm run translations` lists the translations that are older than their English text. Once each was read and, where
 * its meaning had changed, written anew, `npm run translations -- --made es errors.error.home` records that; a part of
 * a key stands for all texts below it. Without a key, it records those whose lines differ from the last commit.
 */
import { execFileSync } from "node:child_process";
import {
  recordMade,
  type Stale,
  staleLine,
  staleTexts,
  translatedTags,
} from "../test/support/translations.ts";

const [made, tag = "", ...keys] = process.argv.slice(2);
if (made === undefined) {
  const lines = translatedTags.flatMap((one) =>
    staleTexts(one).map((text) => staleLine(one, text)),
  );
  for (const line of lines) console.log(line);
  console.log(`${lines.length} to read again`);
  if (lines.length > 0) process.exitCode = 1;
} else if (made === "--made" && translatedTags.some((one) => one === tag)) {
  const stale = staleTexts(tag).filter(keys.length === 0 ? isEdited : isNamed);
  recordMade(tag, new Set(stale.map(({ key }) => key)));
  for (const { key } of stale) console.log(`recorded ${key}`);
  console.log(`${stale.length} recorded`);
} else {
  console.error(`usage: npm run translations [-- --made ${translatedTags.join("|")} [key…]]`);
  process.exitCode = 2;
}

function isNamed({ key }: Stale): boolean {
  return keys.some((one) => key === one || key.startsWith(`${one}.`));
}

function isEdited({ lines }: Stale): boolean {
  if (lines === undefined) return false;
  const { file, first, last } = lines;
  const diff = execFileSync("git", ["diff", "-U0", "HEAD", "--", file], { encoding: "utf8" });
  return [...diff.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)].some(([, from, count = "1"]) => {
    return Number(from) <= last && Number(from) + Number(count) > first;
  });
}
