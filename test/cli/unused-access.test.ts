import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { assertKilledPassesGoOn } from "../support/killed-passes.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { scratchDirectory } from "./command.ts";

test("a server that is killed while it gives notices, or ends access, is followed by one that does the rest, each once", {
  skip: skippedOnPostgres("test/postgres/unused-access.test.ts"),
}, async () => {
  using directory = scratchDirectory();
  let file: DatabaseSync | undefined;
  await assertKilledPassesGoOn({
    settings: { DATA_DIR: directory.path },
    async ask(statement) {
      file ??= new DatabaseSync(join(directory.path, "countersign.db"), { timeout: 10_000 });
      return file.prepare(statement).all() as readonly Record<string, unknown>[];
    },
  });
  file?.close();
});
