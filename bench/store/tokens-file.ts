/**
 * The access tokens of a filled store with their secrets in the clear, for the load generator: records
 * of one length, so that any of a million can be read without holding them all.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface FiledToken {
  /** Which of the store's applications it is for. */
  readonly application: number;
  readonly token: string;
  readonly secret: string;
}

const tokenLength = 57;
const recordLength = 1 + tokenLength + 45;

export function tokenRecord({ application, token, secret }: FiledToken): Buffer {
  const record = Buffer.from(`${String.fromCharCode(application)}${token}${secret}`, "latin1");
  if (record.length !== recordLength) throw new Error(`a record of ${record.length} bytes`);
  return record;
}

export function openTokensFile(path: string) {
  const file = openSync(path, "r");
  const record = Buffer.alloc(recordLength);
  return {
    count: fstatSync(file).size / recordLength,
    read(index: number): FiledToken {
      readSync(file, record, 0, recordLength, index * recordLength);
      return {
        application: record.readUInt8(0),
        token: record.toString("latin1", 1, 1 + tokenLength),
        secret: record.toString("latin1", 1 + tokenLength),
      };
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}
