/** Returns a reason that follows the path in a message; `error`'s own message if it is no file system error. */
export function readError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons.get(code) ?? (error instanceof Error ? error.message : String(error));
}

/** Puts the path before the reason, unless the reason begins with it. */
export function atFile(path: string, error: unknown): string {
  const reason = readError(error);
  return reason.startsWith(path) ? reason : `${path}: ${reason}`;
}

const permission = "permission denied; make it readable for the service account";

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "file not found; check the path"],
  ["ENOTDIR", "part of the path is a file, not a directory"],
  ["EISDIR", "it is a directory, not a file; use the path of a file, or move the directory away"],
  ["EACCES", permission],
  ["EPERM", permission],
]);
