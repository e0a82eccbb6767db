/** T24, T28: what a page shows again of a form. Nothing of one that is not ours, and no field beyond its length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { type Endpoint, maxLengthOf, type Parameter } from "../../src/http/operation/endpoint.ts";
import { makeAdmin } from "../support/service.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const quotes = '"'.repeat(15_000);

type WithForm = Endpoint & { readonly fields: readonly Parameter[] };
const forms = endpoints.filter(
  (one): one is WithForm => one.fields !== undefined && one.produces === "page",
);

/** How many quotes a page has in a row, in its texts and values; it has others of its own. */
function quotesIn(html: string): number {
  const inRuns = html.match(/(?:&(?:quot|#34);){20,}/g) ?? [];
  return inRuns.join("").split(";").length - 1;
}

function pathOf({ name, paths: [path] }: Endpoint, { alice, application }: World): string {
  return path.replace(":id", name === "admin/users/:id" ? alice.id : application.id);
}

/** Each field with a value that the form may have. */
function filled({ fields }: WithForm): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, values }) => [
      name,
      values?.[0] ?? (name === "continue" ? "/account" : "x"),
    ]),
  );
}

async function visitors(world: World): Promise<readonly Visitor[]> {
  const admin = await makeAdmin(world.ledger, "carol");
  return [
    new Visitor(world.baseUrl),
    await signedIn(world.baseUrl, world.alice),
    await signedIn(world.baseUrl, admin),
  ];
}

test("403 — a page shows nothing of a form that is not ours, whoever sends it", async () => {
  await using world = await startWorld({ SIGN_UP: "open", RATE_LIMITS: "off" });
  for (const visitor of await visitors(world)) {
    for (const endpoint of forms) {
      const fields = filled(endpoint);
      for (const name of [...Object.keys(fields), "other"]) {
        const body = { ...fields, csrf: "x", [name]: quotes };
        const { html } = await visitor.post(pathOf(endpoint, world), body);
        assert.equal(quotesIn(html), 0, `${endpoint.name} ${name}`);
      }
    }
  }
});

test("a page shows a field twice at most, and no more of it than its length", async () => {
  await using world = await startWorld({ SIGN_UP: "open", RATE_LIMITS: "off" });
  let shown = 0;
  for (const visitor of await visitors(world)) {
    const csrf = await visitor.csrf(visitor.cookies.size === 0 ? "/sign-in" : "/account");
    const own = forms.filter(({ name }) => !["sign-out", "account/delete"].includes(name));
    for (const endpoint of own) {
      const fields = filled(endpoint);
      for (const name of [...Object.keys(fields), "other"]) {
        const body = { ...fields, csrf, [name]: quotes };
        // A page of ours whose session has ended is shown again as well.
        const headers = { "sec-fetch-site": "same-origin" };
        const { html } = await visitor.post(pathOf(endpoint, world), body, headers);
        const count = quotesIn(html);
        const isKnown = endpoint.fields.some((field) => field.name === name && !field.secret);
        // An explanation repeats the beginning.
        const most = isKnown ? 2 * maxLengthOf(endpoint.fields, name) + 200 : 0;
        assert.ok(count <= most, `${endpoint.name} ${name}: ${count}`);
        if (count > most / 3) shown += 1;
      }
    }
  }
  assert.ok(shown > 20, "typed values are shown again");
});

test("200, 403 — the sign-in page keeps the name of a form that a page of ours sent", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  const names = (html: string) => html.match(/name="username"[^>]* value="alice"/g)?.length ?? 0;
  const stale = { csrf: "x", username: "alice", password: "x" };
  const elsewhere = await visitor.post("/sign-in", stale);
  const ours = await visitor.post("/sign-in", stale, { "sec-fetch-site": "same-origin" });
  const page = await visitor.get("/sign-in");
  const wrong = await visitor.submit(page, { username: "alice", password: "wrong" });
  assert.deepEqual(
    [elsewhere, ours, wrong].map(({ status, html }) => [status, names(html)]),
    [
      [403, 0],
      [403, 2],
      [422, 2],
    ],
  );
});

test("a field that its form does not name is not kept for another language", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  const page = await visitor.get("/sign-in");
  const { html } = await visitor.submit(page, { username: "alice", password: "x", other: "kept" });
  assert.doesNotMatch(html, /name="other"/);
});
