import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenDigest } from "../../src/domain/credentials.ts";
import { dayOf } from "../../src/domain/day.ts";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { assertProblem, makeApiKey, startAdminService } from "./support.ts";

/** In each list of the admin API, at least three rows that can be deleted. */
async function startWithRows() {
  const service = await startAdminService();
  const { manager, baseUrl, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const weather = await makeApplication(ledger, alice);
  for (let count = 0; count < 3; count += 1) {
    const user = await makeUser(ledger, `user${count}`);
    const { id: applicationId } = await makeApplication(ledger, alice);
    const now = Date.now();
    const use = { applicationId, requests: 1, rejected: 0 };
    await ledger.addTraitUses([{ ...use, trait: "hmac-sha1", day: dayOf(now) }], []);
    const source = {
      credential: "consumer secret",
      network: "192.0.2.1",
      program: "curl/8",
    } as const;
    await ledger.addSources([{ ...use, ...source, first: now, last: now, tokens: [] }], now);
    await makeAccessToken(ledger, weather, user);
    await makeApiKey(ledger, "viewer");
    await manager.call("POST", "/invitations", { note: `guest ${count}` });
    const kind = "revoke-access-tokens";
    await manager.call("POST", "/bulk_actions", { kind, application: weather.id });
    await signedIn(baseUrl, alice);
  }
  return Object.assign(service, { ledger, alice, weather });
}

type Service = Awaited<ReturnType<typeof startWithRows>>;
type Row = Readonly<Record<string, string>>;

interface List {
  readonly path: (service: Service) => string;
  /** Deletes a row that was returned. Events only end with time. */
  readonly end?: (service: Service, row: Row) => Promise<unknown>;
}

const lists: Readonly<Record<string, List>> = {
  listUsers: {
    path: () => "/users?",
    async end({ manager }, { id, screen_name: name }) {
      // She owns the applications.
      if (name !== "alice") await manager.call("DELETE", `/users/${id}`);
    },
  },
  listApplications: {
    path: () => "/applications?",
    end: ({ manager }, { id }) => manager.call("DELETE", `/applications/${id}`),
  },
  listAccessTokens: {
    path: ({ weather }) => `/access_tokens?application=${weather.id}&`,
    end: ({ manager }, { token }) => manager.call("POST", "/revocations", { access_token: token }),
  },
  listApiKeys: {
    path: () => "/api_keys?",
    async end({ manager }, { id, name }) {
      if (name !== "deploy" && name !== "watch") await manager.call("DELETE", `/api_keys/${id}`);
    },
  },
  // They only end with time.
  listBulkActions: { path: () => "/bulk_actions?" },
  listInvitations: {
    path: () => "/invitations?",
    end: ({ manager }, { id }) => manager.call("DELETE", `/invitations/${id}`),
  },
  listSessions: {
    path: ({ alice }) => `/users/${alice.id}/sessions?`,
    async end({ ledger, alice }) {
      const now = Date.now();
      const [first] = await ledger.sessionsOf(alice.id, now, { after: undefined, size: 1 });
      const ended = { userId: alice.id, digest: first?.digest as TokenDigest };
      assert.equal(await ledger.endSession(ended, { at: now, actor: "service" }), true);
    },
  },
  listTraitUses: {
    path: () => "/trait_uses?trait=hmac-sha1&",
    end: ({ manager }, { application_id: id }) => manager.call("DELETE", `/applications/${id}`),
  },
  listProgramUses: {
    path: () => "/program_uses?program=curl&",
    end: ({ manager }, { application_id: id }) => manager.call("DELETE", `/applications/${id}`),
  },
  listEvents: { path: () => "/events?before=2999-01-01T00:00:00.000Z&" },
};

const named = new Map(
  adminEndpoints
    .flatMap(({ operations }) => operations)
    .filter(({ query }) => query?.shape["cursor"] !== undefined)
    .map(({ name }) => [name, lists[name] ?? assert.fail(`${name} is a list`)]),
);

for (const [name, { path, end }] of named) {
  test(`200 — ${name}: every row comes once, and the last page says that it is the last one, although each row is deleted once it was returned`, async () => {
    await using service = await startWithRows();
    const at = path(service);
    const whole = (await service.viewer.call("GET", `${at}limit=200`)).body;
    assert.equal(whole.next_cursor, null);
    assert.ok(whole.data.length >= 3, `${whole.data.length}`);
    const found: Row[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await service.viewer.call("GET", `${at}limit=1${cursor}`);
      assert.equal(body.data.length, 1, "no page is empty");
      found.push(...body.data);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
      await end?.(service, body.data[0]);
    }
    // The caller's own key was used meanwhile.
    const still = (rows: readonly Row[]) =>
      rows.map(({ last_used_at: _, last_used_from: __, ...row }) => row);
    assert.deepEqual(still(found), still(whole.data));
  });
}

test("400 — a cursor that the list never gave, and one of another list", async () => {
  await using service = await startWithRows();
  const { viewer } = service;
  const given = new Map<string, string>();
  for (const [name, { path }] of named) {
    const { body } = await viewer.call("GET", `${path(service)}limit=1`);
    given.set(name, body.next_cursor);
  }
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  for (const [name, { path }] of named) {
    const own = given.get(name) ?? "";
    const text = Buffer.from(own, "base64url").toString();
    const wrong = [
      ...[...given].filter(([other]) => other !== name).map(([, cursor]) => cursor),
      ...["", "1", "x", text.replace(/^1/, "2"), `${text}\u0000`, text.split(" ", 2).join(" ")].map(
        encoded,
      ),
      encoded(`${text.split(" ", 2).join(" ")} \u0000`),
      encoded(`${text.split(" ", 2).join(" ")} a b c d e`),
      `${own}AA`,
    ];
    for (const cursor of wrong) {
      const response = await viewer.call("GET", `${path(service)}limit=1&cursor=${cursor}`);
      assertProblem(response, 400, "invalid-request");
    }
    assert.equal((await viewer.call("GET", `${path(service)}cursor=${own}`)).status, 200);
  }
});
