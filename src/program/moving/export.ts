/** An export has everything that an import can read, in an order in which it can be imported. */
import type { BearerToken, Secret } from "../../domain/credentials.ts";
import type { ExportedRecord, SealedSecret } from "../../domain/exported.ts";
import { type ImportedKind, type ImportedRecord, importedKinds } from "../../domain/imported.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { recordLine } from "./record-line.ts";

export type ExportCounts = Record<ImportedKind, number>;

const pageSize = 500;
/** An icon may have 100 kB. */
const iconsInPage = 20;

/**
 * Yields lines with every secret in plain text, a few at a time. Records added meanwhile may be missing.
 * `counts` grows with the lines. Throws `StoreFailure`, or an Error if a secret can't be opened.
 */
export async function* exportLines(
  ledger: Pick<Ledger, "exportedRecords">,
  keys: KeyRing,
  counts: ExportCounts,
): AsyncGenerator<string> {
  for (const kind of importedKinds) {
    const size = kind === "icon" ? iconsInPage : pageSize;
    let after: string | undefined;
    do {
      const page = await ledger.exportedRecords({ kind, after, size });
      counts[kind] += page.records.length;
      yield page.records.map((record) => recordLine(decrypted(record, keys))).join("");
      after = page.last;
    } while (after !== undefined);
  }
}

export function noCounts(): ExportCounts {
  return Object.fromEntries(importedKinds.map((kind) => [kind, 0])) as ExportCounts;
}

function decrypted(record: ExportedRecord, keys: KeyRing): ImportedRecord {
  const open = ({ sealed, identity }: SealedSecret): Secret => keys.open(sealed, identity);
  switch (record.kind) {
    case "application": {
      const { previousSecret } = record;
      return {
        ...record,
        consumerSecret: open(record.consumerSecret),
        previousSecret: previousSecret && {
          ...previousSecret,
          secret: open(previousSecret.secret),
        },
      };
    }
    case "access_token":
    case "totp":
      return { ...record, secret: open(record.secret) };
    case "bearer_token":
      return { ...record, token: open(record.token).reveal() as BearerToken };
    default:
      return record;
  }
}
