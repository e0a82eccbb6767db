/**
 * Finds out why a file cannot be written. SQLite only reports that it cannot open it, or that the disk is full or
 * failing.
 */
import { accessSync, constants, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { isDirectory } from "../make-directory.ts";

/**
 * An Error with the path and the file system's reason. Returns `error` if `file`, and a new file beside it, can
 * be written.
 */
export function withReason(error: unknown, file: string): unknown {
  if (isDirectory(file)) {
    return new Error(`${file} is a directory, not a file; move it away`, { cause: error });
  }
  const reason = rejection(() => readAndWrite(file)) ?? rejection(() => writeProbe(dirname(file)));
  if (reason === undefined) return error;
  const { code, errno = 0 } = reason;
  return new Error(`${file} cannot be written: ${getSystemErrorMessage(errno)} (${code})`, {
    cause: error,
  });
}

function rejection(attempt: () => void): NodeJS.ErrnoException | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/**
 * Never opens the file, because closing a second descriptor of a locked file releases this process's locks on
 * it.
 */
function readAndWrite(file: string): void {
  const problem = rejection(() => accessSync(file, constants.R_OK | constants.W_OK));
  if (problem !== undefined && problem.code !== "ENOENT") throw problem;
}

function writeProbe(directory: string): void {
  const probe = join(directory, `.write-probe-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(16_384), { flush: true });
  } finally {
    rmSync(probe, { force: true });
  }
}
