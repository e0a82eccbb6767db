/** The log that logged-disk.c writes. */
import { readFileSync } from "node:fs";
import type { Fact } from "./fact.ts";

export type DiskRecord =
  | { readonly is: "write"; readonly at: number; readonly data: Buffer }
  | { readonly is: "flush" }
  | { readonly is: "fact"; readonly fact: Fact };

export function readLog(path: string): readonly DiskRecord[] {
  const bytes = readFileSync(path);
  const records: DiskRecord[] = [];
  let at = 0;
  const number = () => {
    at += 8;
    return Number(bytes.readBigUInt64LE(at - 8));
  };
  const data = () => {
    const length = number();
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const kind = String.fromCharCode(bytes[at++] ?? 0);
    if (kind === "W") records.push({ is: "write", at: number(), data: data() });
    else if (kind === "F") records.push({ is: "flush" });
    else if (kind === "M") records.push({ is: "fact", fact: JSON.parse(data().toString()) });
    else throw new Error(`the log has no record at byte ${at - 1}`);
  }
  return records;
}
