/** New connections get a renewed certificate; open ones keep theirs. */
import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { readTlsFiles, type TlsFiles } from "../../config/tls-files.ts";

export interface TlsReload extends Disposable {
  /** Checks the files now. Never throws. */
  look(): void;
  validUntil(): number;
}

interface Options {
  readonly use: (files: TlsFiles) => void;
  /** `problem` keeps the previous certificate in use; undefined if the new one is. It is reported once. */
  readonly changed: (problem: string | undefined) => void;
}

const lookEveryMs = 5_000;

/** `served` is the content of the two files at the start. */
export function reloadTls(
  paths: { readonly cert: string; readonly key: string },
  served: TlsFiles,
  { use, changed }: Options,
): TlsReload {
  let seen = stampOf(paths);
  let until = validUntil(served);
  let problem: string | undefined;
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    look,
    validUntil: () => until,
    [Symbol.dispose]: () => clearInterval(timer),
  };

  /** While there is a problem, every look reads the files, because it may end without a visible change of them. */
  function look(): void {
    const stamp = stampOf(paths);
    if (stamp === seen && problem === undefined) return;
    seen = stamp;
    const before = problem;
    problem = readAgain();
    if (problem === undefined || problem !== before) changed(problem);
  }

  /** Certificate and key are replaced one after the other, so a later look may find them matching. */
  function readAgain(): string | undefined {
    try {
      const files = readTlsFiles(paths);
      use(files);
      until = validUntil(files);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

function validUntil({ cert }: TlsFiles): number {
  return Date.parse(new X509Certificate(cert).validTo);
}

function stampOf({ cert, key }: { readonly cert: string; readonly key: string }): string {
  return [cert, key].map(stampOfFile).join("\n");
}

/**
 * Follows symbolic links, because many tools renew a certificate by changing a link. A timer calls this, and
 * an error would end the process, so for an unreadable file the reason is the stamp.
 */
function stampOfFile(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeNs}`;
  } catch (error) {
    return String(error);
  }
}
