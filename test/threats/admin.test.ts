/** T15, T16, T21, T28, T31 on the operators' pages. The matrix walks the list of endpoints, so a new route cannot be forgotten. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../src/endpoints/index.ts";
import { applicationChanged, byUser } from "../../src/events.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { Person, signedIn } from "../support/person.ts";
import { keepLedgersOnDisk, makeAccessToken, makeOperator, makeUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";

keepLedgersOnDisk();

const routes = endpoints.filter((one) => one.paths[0].startsWith("/admin"));

/** The forms of each route that changes something: a route without an entry fails. */
const formsOf: Record<string, readonly Record<string, string>[]> = {
  "/admin": [{ change: "backup-done" }, { change: "hide-checklist" }],
  "/admin/people/:id": [
    { change: "end-sessions" },
    { change: "suspend", reason: "x" },
    { change: "restore" },
    { change: "make-operator" },
    { change: "unmake-operator" },
    { change: "make-link" },
  ],
  "/admin/invitations": [{ change: "make", note: "for bob" }],
  "/admin/settings": [{ sign_up: "open" }],
  "/admin/applications/:id": [
    { change: "suspend", reason: "x" },
    { change: "restore" },
    { change: "limits", "oauth2/token": "5" },
    { change: "confirm-scheme", scheme: "weather" },
  ],
};

/** Bob is somebody, alice owns the application that the forms are about, carol is an operator. */
async function seeded(world: World) {
  const { baseUrl, ledger, alice, application } = world;
  const bob = await makeUser(ledger, "bob");
  const carol = await makeOperator(ledger, "carol");
  await makeAccessToken(ledger, application, bob);
  await addWaitingScheme(world);
  return {
    bob,
    carol,
    bobs: await signedIn(baseUrl, bob),
    alices: await signedIn(baseUrl, alice),
    carols: await signedIn(baseUrl, carol),
  };
}

async function addWaitingScheme({ ledger, application, alice, clock }: World): Promise<void> {
  const from = await ledger.applicationById(application.id);
  assert.ok(from !== undefined);
  const draft = { ...from, callbacks: [...from.callbacks, "weather://"] };
  const event = applicationChanged(byUser(alice.id, clock.now, "127.0.0.1"), application.id);
  await ledger.changeApplication(
    { applicationId: application.id, from, draft, now: clock.now },
    event,
  );
}

function addressOf(path: string, { alice, application }: World): string {
  const id = path.startsWith("/admin/people/") ? alice.id : application.id;
  return path.replace(":id", id);
}

for (const { paths, methods } of routes) {
  const [path] = paths;
  if (!methods.includes("POST")) continue;

  // interface §16.1, §16.2
  test(`T15, T21 — ${path}: by nobody, by another user, the owner, or from another site nothing changes`, async () => {
    await using world = await startWorld();
    const { bobs, alices, carols } = await seeded(world);
    const forms = formsOf[path];
    assert.ok(forms !== undefined, `say what ${path} is sent`);
    const address = addressOf(path, world);
    const nobody = new Person(world.baseUrl);
    const [csrf, bobsOwn, alicesOwn, nobodysOwn] = [
      await carols.csrf(),
      await bobs.csrf(),
      await alices.csrf(),
      await nobody.csrf("/sign-in"),
    ];
    const before = rowsOf(world.service.dataDir);
    for (const form of forms) {
      const extra = {
        is_operator: "1",
        isOperator: "true",
        user_id: world.alice.id,
        role: "operator",
      };
      const tries: [Person, Record<string, string>, Record<string, string>, number][] = [
        [new Person(world.baseUrl), { ...form, csrf }, {}, 403],
        [nobody, { ...form, csrf: nobodysOwn }, {}, 303],
        [bobs, { ...form, ...extra, csrf: bobsOwn }, {}, 404],
        [alices, { ...form, ...extra, csrf: alicesOwn }, {}, 404],
        [bobs, { ...form, csrf }, {}, 403],
        [carols, form, {}, 403],
        [carols, { ...form, csrf: "" }, {}, 403],
        [carols, { ...form, csrf: bobsOwn }, {}, 403],
        [carols, { ...form, csrf }, { "sec-fetch-site": "cross-site" }, 403],
        [carols, { ...form, csrf }, { "sec-fetch-site": "same-site" }, 403],
        [carols, { ...form, csrf }, { origin: "https://evil.example" }, 403],
        [carols, { csrf, change: "else", sign_up: "else" }, {}, 400],
      ];
      for (const [person, fields, headers, status] of tries) {
        const answer = await person.post(address, fields, headers);
        const told = JSON.stringify({ fields, headers });
        assert.equal(answer.status, status, told);
        assert.deepEqual(rowsOf(world.service.dataDir), before, told);
      }
      await carols.get(`${address}?${new URLSearchParams({ ...form, csrf })}`);
      assert.deepEqual(rowsOf(world.service.dataDir), before, "GET");
    }
    for (const form of forms) {
      const rows = rowsOf(world.service.dataDir);
      await carols.send(address, form);
      assert.notDeepEqual(rowsOf(world.service.dataDir), rows, `${form["change"]} by an operator`);
    }
  });

  test(`T21 — ${path}: extra fields of an operator's form reach nothing else`, async () => {
    await using world = await startWorld();
    const { bob, carols } = await seeded(world);
    const untouched = () => {
      const { audit_event: _, ...tables } = rowsOf(world.service.dataDir);
      return Object.values(tables).map((rows) =>
        rows.filter((row) => row["user_id"] === bob.id || row["id"] === bob.id),
      );
    };
    const before = untouched();
    const extra = { user_id: bob.id, userId: bob.id, id: bob.id, person: bob.id, owner_id: bob.id };
    for (const form of formsOf[path] ?? []) {
      await carols.send(addressOf(path, world), { ...extra, ...form });
      assert.deepEqual(untouched(), before, form["change"]);
    }
  });
}

test("T16, T28 — every operators' page forbids frames and scripts, and escapes what others chose", async () => {
  const nasty = `"><script>alert(1)</script>'`;
  await using world = await startWorld({}, { name: nasty, description: nasty });
  const { alices, carols } = await seeded(world);
  const profile = { screen_name: "alice", name: nasty, email: `${nasty}@a.example` };
  await alices.send("/account/profile", profile);
  for (const { paths } of routes.filter((one) => one.mediaType === undefined)) {
    const address = addressOf(paths[0], world);
    for (const query of ["", `?${new URLSearchParams({ q: nasty, after: nasty })}`]) {
      const { status, html, headers } = await carols.get(address + query);
      assert.equal(status, 200, address);
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /form-action 'self'(;|$)/);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.doesNotMatch(html, /<script(?! type="module" src="\/assets\/)/, address);
    }
  }
});

test("T31 — a suspended operator, or a former one, has no such pages from the next request on", async () => {
  await using world = await startWorld();
  const { carol, carols } = await seeded(world);
  await makeOperator(world.ledger, "dora");
  const csrf = await carols.csrf();
  const event = { name: "user.profile-changed", at: 0, actor: "command-line" } as const;
  const refused = async (status: number) => {
    const before = rowsOf(world.service.dataDir);
    for (const { paths, methods } of routes) {
      const address = addressOf(paths[0], world);
      assert.equal((await carols.get(address)).status, status, address);
      for (const form of methods.includes("POST") ? (formsOf[paths[0]] ?? []) : []) {
        assert.equal((await carols.post(address, { csrf, ...form })).status, status, address);
      }
    }
    assert.deepEqual(rowsOf(world.service.dataDir), before);
  };
  await world.ledger.setOperator(carol.id, false, event);
  await refused(404);
  await world.ledger.setOperator(carol.id, true, event);
  await world.ledger.suspendUser(carol.id, "x", event);
  await refused(303);
});
