import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryOrDisk } from "../support/memory-or-disk.ts";

/** A directory for the 12,000 files that npm writes, removed after the test. Programs can be run from it. */
export function roomyDirectory(): { readonly path: string } & Disposable {
  const first = directoryIn(memoryOrDisk());
  if (runsPrograms(first.path)) return first;
  first[Symbol.dispose]();
  return directoryIn(tmpdir());
}

function directoryIn(folder: string): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(folder, "countersign-package-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Containers often do not allow running programs from memory. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
