import { readFileSync } from "node:fs";
import { readError } from "../../config/read-error.ts";
import { parseJson } from "../../domain/json.ts";
import { type Revocation, revocationKinds } from "../../domain/revocations.ts";
import { Failed } from "./outcome.ts";

/** Calls `warn` if the last line is incomplete. Throws `Failed` for every other content that is not such a list. */
export function readRevocations(
  file: string,
  warn: (message: string) => void,
): readonly Revocation[] {
  const lines = textOf(file).split("\n");
  const rest = lines.pop() ?? "";
  if (rest !== "") warn(`${file}: the last line is incomplete and was skipped`);
  return lines.map((line, at) => {
    const row = rowOf(line);
    if (row === undefined) {
      throw new Failed(`${file}: line ${at + 1} isn't in a format that this version supports`);
    }
    return row;
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Failed(`${file} cannot be read: ${readError(error)}`);
  }
}

function rowOf(line: string): Revocation | undefined {
  let content: unknown;
  try {
    content = parseJson(line);
  } catch {
    return undefined;
  }
  const { mark, at, kind, subject, detail } = Object(content) as Record<string, unknown>;
  const known = revocationKinds.find((one) => one === kind);
  const isText = typeof mark === "string" && typeof subject === "string";
  const hasDetail = detail === undefined || typeof detail === "string";
  const isTime = typeof at === "number" && Number.isSafeInteger(at);
  if (known === undefined || !isText || !hasDetail || !isTime) return undefined;
  return { mark, at, kind: known, subject, detail };
}
