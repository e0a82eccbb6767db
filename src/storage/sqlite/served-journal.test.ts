import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { openDatabase } from "./database.ts";
import { migrateSqlite } from "./migration.ts";
import { forgetServed, openServedStore, restoredRejectsUntil } from "./served-journal.ts";

const minute = 60;
/** The start of a minute. */
const start = Math.floor(1_700_000_000 / minute) * minute;

async function place() {
  const path = mkdtempSync(join(tmpdir(), "countersign-served-"));
  const ledger = join(path, "ledger.db");
  const database = openDatabase(ledger);
  migrateSqlite(database);
  database.close();
  const reports: string[] = [];
  return {
    ledger,
    reports,
    copy: (from: string, to: string) =>
      cpSync(join(path, from), join(path, to), { recursive: true }),
    open: (directory: string, at = start) =>
      openServedStore(
        ledger,
        join(path, directory),
        (_, message) => reports.push(message),
        at * 1000,
      ),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

type Store = Awaited<ReturnType<typeof openServedStore>>;

const remember = (store: Store, at: number, nonce = "n") =>
  store.remember({ scope: "s", nonce, timestamp: at });

/** As if a process were killed: everything that it has appended is in the files, and nothing else. */
async function killed(store: Store, then: () => Promise<void>): Promise<void> {
  await then();
  // Only closes the files; what the store no longer writes has no effect on the test.
  await store[Symbol.asyncDispose]();
}

test("a store that is closed has no file open", async () => {
  using here = await place();
  using files = watchedFiles(join(here.ledger, "..", "a"));
  {
    await using store = await here.open("a");
    await remember(store, start);
    assert.equal(files.open(), 1);
  }
  assert.equal(files.open(), 0);
});

test("a database that is served with its own journal forgets nothing, stopped or killed", async () => {
  using here = await place();
  {
    await using store = await here.open("a");
    assert.equal(await remember(store, start), "first");
  }
  await killed(await here.open("a"), async () => {
    await using store = await here.open("a", start + 1);
    assert.equal(await remember(store, start), "repeated");
    assert.equal(await remember(store, start, "m"), "first");
  });
  assert.deepEqual(here.reports, []);
});

test("after a proper stop another journal rejects the minutes that the first one knows, and no others", async () => {
  using here = await place();
  {
    await using store = await here.open("a");
    assert.equal(await remember(store, start), "first");
    assert.equal(await remember(store, start + 3 * minute), "first");
  }
  await using store = await here.open("b", start + 30);
  assert.equal(await remember(store, start), "forgotten");
  assert.equal(await remember(store, start + 3 * minute, "fresh"), "forgotten");
  assert.equal(await remember(store, start + minute), "first");
  assert.match(here.reports.join("\n"), /served with a different nonce journal/);
  assert.doesNotMatch(here.reports.join("\n"), /didn't shut down cleanly/);
});

test("what is still to be written when the server stops is known to be accepted", async () => {
  using here = await place();
  let result: ReturnType<typeof remember>;
  {
    await using store = await here.open("a");
    result = remember(store, start + 3 * minute);
  }
  assert.equal(await result, "first");
  await using store = await here.open("b");
  assert.equal(await remember(store, start + 3 * minute), "forgotten");
});

test("after a kill another journal rejects every minute that the first one may have served", async () => {
  using here = await place();
  await killed(await here.open("a"), async () => {
    await using store = await here.open("b", start + 2 * minute);
    for (const at of [-5, 0, 2, 7])
      assert.equal(await remember(store, start + at * minute), "forgotten");
    for (const at of [-6, 8]) assert.equal(await remember(store, start + at * minute), "first");
    assert.match(here.reports.join("\n"), /didn't shut down cleanly/);
  });
});

test("after a second kill the minutes since the first start are still rejected by another journal", async () => {
  using here = await place();
  await killed(await here.open("a"), async () => {
    await killed(await here.open("a", start + 20 * minute), async () => {
      await using store = await here.open("b", start + 21 * minute);
      for (const at of [-5, 0, 10, 26])
        assert.equal(await remember(store, start + at * minute), "forgotten");
      for (const at of [-6, 27]) assert.equal(await remember(store, start + at * minute), "first");
    });
  });
});

test("from one journal to another and back: what either of them accepted is rejected", async () => {
  using here = await place();
  {
    await using store = await here.open("a");
    await remember(store, start, "a");
  }
  {
    await using store = await here.open("b", start + minute);
    assert.equal(await remember(store, start + minute, "b"), "first");
  }
  await using store = await here.open("a", start + 2 * minute);
  assert.equal(await remember(store, start, "a"), "forgotten");
  assert.equal(await remember(store, start + minute, "b"), "forgotten");
  assert.equal(await remember(store, start + 2 * minute), "first");
});

test("what was rejected through two journals is rejected by the third", async () => {
  using here = await place();
  {
    await using store = await here.open("a");
    await remember(store, start);
  }
  await killed(await here.open("b", start + 20), async () => {
    await using store = await here.open("c", start + 40);
    assert.equal(await remember(store, start), "forgotten");
  });
});

test("a copy of the journal: complete after a proper stop, not of a running server, and not once that server has started again", async () => {
  using here = await place();
  const running = await here.open("a");
  await remember(running, start, "before");
  here.copy("a", "early");
  await remember(running, start, "after");
  await killed(running, async () => {
    await using store = await here.open("early", start + 1);
    assert.equal(await remember(store, start, "after"), "forgotten");
  });
  using there = await place();
  {
    await using store = await there.open("a");
    await remember(store, start);
  }
  there.copy("a", "late");
  {
    await using store = await there.open("late");
    assert.equal(await remember(store, start), "repeated");
    await remember(store, start, "more");
  }
  await using store = await there.open("a");
  assert.equal(await remember(store, start, "more"), "forgotten");
});

test("what the database remembers is on its disk before anything is accepted", async () => {
  using here = await place();
  await killed(await here.open("a"), async () => {
    await killed(await here.open("b", start + minute), async () => {
      await using store = await here.open("b", start + 2 * minute);
      assert.equal(await remember(store, start), "forgotten");
      await using again = await here.open("a", start + 2 * minute);
      assert.equal(await remember(again, start + minute), "forgotten");
    });
  });
});

test("after a restore each minute is rejected in which a server may have accepted something since", async () => {
  using here = await place();
  {
    await using store = await here.open("a");
    await remember(store, start);
  }
  {
    using database = openDatabase(here.ledger);
    forgetServed(database, (start + 20 * minute) * 1000);
  }
  await using store = await here.open("a", start + 30 * minute);
  for (const at of [0, 10, 30, 35]) {
    assert.equal(await remember(store, start + at * minute), "forgotten", `${at}`);
  }
  assert.equal(await remember(store, start + 36 * minute), "first");
  const until = (start + 36 * minute) * 1000;
  assert.equal(store.rejectsUntil((start + 30 * minute) * 1000), until);
  assert.equal(restoredRejectsUntil((start + 30 * minute) * 1000), until);
  assert.match(here.reports.join(), /was restored from a backup, so signed requests are rejected/);
});

test("after a restore with accepted replays only the time is rejected that was over before", async () => {
  using here = await place();
  const at = start + 22 * minute;
  await killed(await here.open("a"), async () => {
    // It forgets the minutes until 25.
    await killed(await here.open("b", start + 20 * minute), async () => {
      {
        using database = openDatabase(here.ledger);
        forgetServed(database, at * 1000, true);
      }
      await using store = await here.open("c", at);
      for (const away of [17, 22, 27]) {
        assert.equal(await remember(store, start + away * minute), "first", `${away}`);
      }
      assert.equal(store.rejectsUntil(at * 1000), undefined);
      for (const away of [-5, 0, 16]) {
        assert.equal(await remember(store, start + away * minute), "forgotten", `${away}`);
      }
      assert.match(here.reports.at(-1) ?? "", /was restored with --accept-replays/);
    });
  });
});

test("a database that says nothing that can be read is no database that no one served", async () => {
  using here = await place();
  {
    await using store = await here.open("a");
    await remember(store, start);
  }
  const cut = ["", "mark running 5", "mark running 5\nno minutes", "mark paused 5\n"];
  using files = watchedFiles(join(here.ledger, "..", "a"));
  for (const text of [...cut, "mark paused 5\nend\n", " running 5\nend\n"]) {
    using database = openDatabase(here.ledger);
    database.prepare("update setting set value = ? where name = 'nonce-journal'").run(text);
    await assert.rejects(here.open("a"), /record of its nonce journal can't be read/, text);
    assert.equal(files.open(), 0, text);
  }
});

test("a database that cannot be asked with which journal it was served opens no store", async () => {
  using here = await place();
  {
    using database = openDatabase(here.ledger);
    database.exec("alter table setting rename to elsewhere");
  }
  await assert.rejects(here.open("a"), /no such table: setting/);
});

test("a database that cannot be told that its server stopped: the log says so", async () => {
  using here = await place();
  const store = await here.open("a");
  rmSync(here.ledger);
  mkdirSync(here.ledger);
  await store[Symbol.asyncDispose]();
  assert.match(here.reports.join(), /could not record the shutdown in the database: .*ledger\.db/);
});
