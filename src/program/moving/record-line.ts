/** A record is one line of a file. */
import { type ImportedRecord, importedKinds } from "../../domain/imported.ts";
import { BadJson, parseJson } from "../../domain/json.ts";
import type { Codec } from "./codec.ts";
import { BadRecord, type Reading } from "./members.ts";
import { records } from "./records.ts";

/** Throws `BadRecord`, with what is wrong. An unknown member is probably a mistake, and `null` counts as absent. */
export function readRecord(line: string, reading: Reading): ImportedRecord {
  const members = new Map<string, unknown>(
    Object.entries(Object(parsed(line))).filter(([, value]) => value !== null),
  );
  const kind = importedKinds.find((one) => one === members.get("type"));
  if (kind === undefined) throw new BadRecord(`"type" is not one of ${importedKinds.join(", ")}`);
  const { names, read } = records[kind];
  for (const name of members.keys()) {
    if (!names.includes(name)) {
      const known = names.join(", ");
      throw new BadRecord(
        `it has an unknown member ${JSON.stringify(name.slice(0, 40))}; its members are ${known}`,
      );
    }
  }
  return read(members, reading);
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    throw error instanceof BadJson ? new BadRecord(`it ${error.message}`) : error;
  }
}

/** `readRecord` reads it back. The secrets are in plain text. The line ends with a line break. */
export function recordLine(record: ImportedRecord): string {
  const codec: Codec<ImportedRecord> = records[record.kind];
  return `${JSON.stringify(codec.write(record))}\n`;
}
