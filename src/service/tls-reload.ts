/** A certificate that was renewed is served from the next connection on; those that are open keep theirs. */
import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { readTlsFiles, type TlsFiles } from "../config/tls-files.ts";

export interface TlsReload extends Disposable {
  /** Looks at the files now. */
  look(): void;
  /** Until when the certificate is valid that is served, in milliseconds since the epoch. */
  validUntil(): number;
}

interface Options {
  /** New connections get these. */
  readonly use: (files: TlsFiles) => void;
  /** `problem`: why what is there cannot be used (undefined: it is in use). What was served before is served on. */
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

  /** The two are replaced one after the other: between them they do not fit, and the next look finds that they do. */
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

/** By what is behind symbolic links: whoever renews often changes where they lead. */
function stampOf({ cert, key }: { readonly cert: string; readonly key: string }): string {
  return [cert, key]
    .map((path) => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeNs}`;
    })
    .join("\n");
}
