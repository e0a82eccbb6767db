import { test } from "node:test";
import { Client } from "pg";
import { scratchDirectory } from "../cli/command.ts";
import { assertKilledPassesGoOn } from "../support/killed-passes.ts";
import { freshDatabase } from "../support/postgres.ts";
import { chooseOwnEngines } from "../support/test-engine.ts";

chooseOwnEngines();

test("a node that is killed while it gives notices, or ends access, is followed by one that does the rest, each once", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const engine = { DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" };
  try {
    await assertKilledPassesGoOn({
      settings: { ...engine, DATA_DIR: directory.path },
      ask: async (statement) => (await client.query(statement)).rows,
    });
  } finally {
    await client.end();
  }
});
