import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { problemWithMode } from "../tools/files/secret-file.ts";
import { readError } from "./read-error.ts";
import { ConfigProblem } from "./row.ts";

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Throws `ConfigProblem` if a file can't be read or the two do not belong together. */
export function readTlsFiles(paths: { readonly cert: string; readonly key: string }): TlsFiles {
  const files = { cert: readPem("TLS_CERT", paths.cert), key: readPem("TLS_KEY", paths.key) };
  const certificate = madeOf(files.cert, (pem) => new X509Certificate(pem));
  if (certificate === undefined) {
    throw new ConfigProblem(
      ["TLS_CERT"],
      `the file ${paths.cert} contains no PEM certificate; use the file that starts with -----BEGIN CERTIFICATE-----`,
    );
  }
  const key = madeOf(files.key, createPrivateKey);
  if (key === undefined) {
    throw new ConfigProblem(
      ["TLS_KEY"],
      `the file ${paths.key} contains no PEM private key, or one with a passphrase; use the file that starts with -----BEGIN PRIVATE KEY-----`,
    );
  }
  const problem = problemWithMode(paths.key);
  if (problem !== undefined) throw new ConfigProblem(["TLS_KEY"], problem);
  if (certificate.checkPrivateKey(key)) return files;
  throw new ConfigProblem(
    ["TLS_CERT", "TLS_KEY"],
    `the key ${paths.key} doesn't belong to the certificate ${paths.cert}; use the two files that were issued together, with the server's own certificate first`,
  );
}

/** Returns undefined if it is not PEM, the only format for TLS. */
function madeOf<T>(file: Buffer, make: (pem: Buffer) => T): T | undefined {
  if (!file.includes("-----BEGIN ")) return undefined;
  try {
    return make(file);
  } catch {
    return undefined;
  }
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigProblem([name], `the file ${path} cannot be read: ${readError(error)}`);
  }
}
