/** The certificate and the key that the service speaks TLS with, read once at the start. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigProblem } from "./row.ts";

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Throws `ConfigProblem` where a file cannot be read, or the two do not serve TLS together. */
export function readTlsFiles(paths: { readonly cert: string; readonly key: string }): TlsFiles {
  const files = { cert: readPem("TLS_CERT", paths.cert), key: readPem("TLS_KEY", paths.key) };
  const problem = problemWith(files);
  if (problem === undefined) return files;
  throw new ConfigProblem(
    ["TLS_CERT", "TLS_KEY"],
    `${paths.cert} and ${paths.key} are no certificate and its key: ${problem}`,
  );
}

function problemWith({ cert, key }: TlsFiles): string | undefined {
  try {
    const fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
    return fits ? undefined : "the key belongs to another certificate";
  } catch (error) {
    return messageOf(error);
  }
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigProblem([name], `the file ${path} cannot be read: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
