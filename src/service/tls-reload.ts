/** New connections get a renewed certificate; open ones keep theirs. */
import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { readTlsFiles, type TlsFiles } from "../config/tls-files.ts";

export interface TlsReload extends Disposable {
  /** Looks at the files now. */
  look(): void;
  /** When the certificate in use expires, in milliseconds since the epoch. */
  validUntil(): number;
}

interface Options {
  /** New connections get these. */
  readonly use: (files: TlsFiles) => void;
  /** `problem`: why the new files cannot be used, so that the old ones stay in use; undefined: the new ones are in use. */
  readonly changed: (problem: string | undefined) => void;
}

const lookEveryMs = 5_000;

/** `served`: what the two files had at the start. */
export function reloadTls(
  paths: { readonly cert: string; readonly key: string },
  served: TlsFiles,
  { use, changed }: Options,
): TlsReload {
  let seen = stampOf(paths);
  let until = validUntil(served);
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    look,
    validUntil: () => until,
    [Symbol.dispose]: () => clearInterval(timer),
  };

  /** Certificate and key are replaced one after the other. If they do not match yet, a later look finds that they do. */
  function look(): void {
    const stamp = stampOf(paths);
    if (stamp === seen) return;
    seen = stamp;
    try {
      const files = readTlsFiles(paths);
      use(files);
      until = validUntil(files);
      changed(undefined);
    } catch (error) {
      changed(error instanceof Error ? error.message : String(error));
    }
  }
}

function validUntil({ cert }: TlsFiles): number {
  return Date.parse(new X509Certificate(cert).validTo);
}

/** Symbolic links are followed: many tools renew a certificate by changing where they lead. */
function stampOf({ cert, key }: { readonly cert: string; readonly key: string }): string {
  return [cert, key]
    .map((path) => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeNs}`;
    })
    .join("\n");
}
