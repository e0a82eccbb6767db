import assert from "node:assert/strict";
import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { withOther } from "../../../test/support/other-functions.ts";
import { withReason } from "./unwritable.ts";

const error = new Error("unable to open database file");

test("where nothing is in the way, the error stays, and nothing is left of the look", () => {
  using place = scratch();
  const calls: unknown[] = [];
  const { accessSync } = fs;
  using _ = withOther(fs, {
    accessSync(...args: Parameters<typeof accessSync>) {
      calls.push(args);
      accessSync(...args);
    },
  });
  assert.equal(withReason(error, place.file), error, "not there yet");
  writeFileSync(place.file, "");
  assert.equal(withReason(error, place.file), error);
  assert.deepEqual(readdirSync(place.directory), ["file"]);
  const both = [place.file, fs.constants.R_OK | fs.constants.W_OK];
  assert.deepEqual(calls, [both, both]);
});

test("a directory in the place of the file, and one that is missing, are named", () => {
  using place = scratch();
  const { directory } = place;
  for (const [file, message] of [
    [directory, `${directory} is a directory, not a file; move it away`],
    [
      join(directory, "gone/file"),
      `${directory}/gone/file cannot be written: no such file or directory (ENOENT)`,
    ],
  ] as const) {
    const told = withReason(error, file);
    assert.ok(told instanceof Error);
    assert.deepEqual([told.message, told.cause], [message, error]);
  }
});

test("the system's reason is told: of the file, or else of a new one that is pushed to the disk", () => {
  using place = scratch();
  writeFileSync(place.file, "");
  const reason = (code: string, errno: number) =>
    Object.assign(new Error(`${code}: no`), { code, errno });
  const message = () => String(withReason(error, place.file));
  {
    using _ = withOther(fs, {
      accessSync() {
        throw reason("EACCES", -13);
      },
    });
    assert.match(message(), /file cannot be written: permission denied \(EACCES\)$/);
  }
  using _ = withOther(fs, {
    writeFileSync(_path, content, options) {
      assert.ok(content instanceof Uint8Array && content.length >= 16_384);
      assert.deepEqual(options, { flush: true });
      throw reason("ENOSPC", -28);
    },
  });
  assert.match(message(), /file cannot be written: no space left on device \(ENOSPC\)$/);
});

function scratch() {
  const directory = mkdtempSync(join(tmpdir(), "countersign-unwritable-"));
  return {
    directory,
    file: join(directory, "file"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
