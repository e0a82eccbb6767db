/** Returns a reason that follows the path in a message; `error`'s own message if it is no file system error. */
export function readError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons.get(code) ?? (error instanceof Error ? error.message : String(error));
}

const permission = "this account may not read it; let the account that runs the service read it";

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file; correct the path"],
  ["ENOTDIR", "a folder in its path is a file; correct the path"],
  ["EISDIR", "it is a directory and not a file; name a file, or move the directory away"],
  ["EACCES", permission],
  ["EPERM", permission],
]);
