/** The search over the documentation, and the administrator's own pages. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readDocsDir } from "../../src/config/docs-dir.ts";
import { ConfigProblem } from "../../src/config/row.ts";
import { startAdminService } from "../admin-api/support.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

function folder(files: Readonly<Record<string, string>>): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "countersign-docs-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

function page(title: string, body: string, more = ""): string {
  return `---\ntitle: ${title}\n${more}---\n${body}`;
}

const isPublic = { PUBLIC_DOCS: "on" };

async function hrefsFor(baseUrl: string, query: string): Promise<readonly string[]> {
  const response = await fetch(`${baseUrl}/docs/search?${new URLSearchParams({ q: query })}`);
  const [, hits = ""] = decoded(await response.text()).split('class="hits"');
  return [...hits.matchAll(/<li><a href="([^"]*)">/g)].map(([, href = ""]) => href);
}

// interface §15.78
test("T87 — 200 — the search leads to the headings whose parts have all the words, and says if none has", async () => {
  await using world = await startWorld(isPublic);
  const search = async (query: string) => {
    const response = await fetch(
      `${world.baseUrl}/docs/search?${new URLSearchParams({ q: query })}`,
    );
    assert.equal(response.status, 200, query);
    return decoded(await response.text());
  };
  const hrefs = (query: string) => hrefsFor(world.baseUrl, query);
  assert.ok((await hrefs("base STRING")).includes("/docs/signing#steps"));
  assert.ok(
    (await hrefs("request_token callback")).includes("/docs/endpoints#oauth-request-token"),
  );
  assert.equal((await hrefs("three-legged"))[0], "/docs/flows#users");
  for (const words of ["32", "code 32", "401 code 32"]) {
    assert.equal((await hrefs(words))[0], "/docs/errors#error-32", words);
  }
  assert.match(await search("nonce"), /<mark>nonce<\/mark>/i);
  assert.match(await search("no-such-word"), /No page has all these words/);
  assert.doesNotMatch(await search(""), /No page has/);
  assert.doesNotMatch(await search("<script>alert(1)</script>"), /<script>alert/);
  // However long, it takes no more than any other.
  const began = performance.now();
  await search("a ".repeat(3000));
  assert.ok(performance.now() - began < 5000);
});

// interface §15.78
test("200 — the search finds the limits in force", async () => {
  await using service = await startAdminService({ ...isPublic, RATE_LIMITS: "search=100" });
  const find = () => hrefsFor(service.baseUrl, "api/exports");
  assert.deepEqual(await find(), []);
  const limit = { name: "exports", per: "application", windows: "3/1m" };
  assert.equal((await service.manager.call("POST", "/api-limits", limit)).status, 201);
  assert.deepEqual(await find(), ["/docs/limits#limits"]);
  assert.equal((await service.manager.call("DELETE", "/api-limits/exports")).status, 204);
  assert.deepEqual(await find(), []);
});

// interface §15.78
test("200 — the search finds each program once, in its language", async () => {
  await using world = await startWorld(isPublic);
  assert.deepEqual(await hrefsFor(world.baseUrl, "OAuth1Session"), [
    "/docs?lang=python#program",
    "/docs/sign-in?lang=python#program",
    "/docs/pin?lang=python#program",
  ]);
});

// interface §15.78
test("200 — the search finds whole words across elements, and letters however they are composed", async () => {
  const body = [
    '**POST**ed~~x~~[y](b.md)`z`\n\n```json\n{"order_id":"o1"}\n```\n\n- one\n- two\n\nline\\\nbreak',
    `${"Ñandú".normalize("NFD")} 한국`,
  ].join("\n\n");
  using docs = folder({ "own.md": page("Own", body) });
  await using world = await startWorld({ ...isPublic, DOCS_DIR: docs.path });
  const found = ["POSTedxyz", '"order_id":"o1"', "one two", "nandu", "ñandú", "한국", "line break"];
  for (const words of found.flatMap((one) => [one, one.normalize("NFD")])) {
    assert.ok((await hrefsFor(world.baseUrl, words)).includes("/docs/own"), words);
  }
  for (const words of ["onetwo", "linebreak", "하", "ᄒ"]) {
    assert.deepEqual(await hrefsFor(world.baseUrl, words), [], words);
  }
  const { html } = await new Visitor(world.baseUrl).get("/docs/search?q=nandu");
  assert.match(decoded(html), /<mark>Ñandú<\/mark> 한국/);
});

// interface §15.78
test("303 — what may be a secret isn't searched for, by readers of public documentation either", async () => {
  await using world = await startWorld(isPublic);
  const secret = "kd94hf93k423kf44kd94hf93k423kf44kd94hf93k423kf44ab";
  for (const visitor of [new Visitor(world.baseUrl), await signedIn(world.baseUrl, world.alice)]) {
    const sent = await visitor.get(`/docs/search?q=${secret}`);
    assert.equal(sent.status, 303);
    assert.equal(sent.location, "/docs/search?in_url");
    const { html } = await visitor.get("/docs/search?in_url");
    assert.match(decoded(html), /may be a secret/);
    assert.ok(!html.includes(secret));
  }
});

// interface §15.79
test("200 — own pages are in the contents, in their order, and the search finds them", async () => {
  using docs = folder({
    "orders.md": page(
      "Orders",
      "Each order has a *zebra*.\n\n## List them\n\nSee [other](b.md#x).\n\n```python\nprint('hi')\n```\n",
      "order: 2\n",
    ),
    "b.md": page(
      '"First: b"',
      "| a | b |\n|---|---|\n| 1 | 2 |\n",
      "order: 1\ndescription: It is first.\n",
    ),
    "notes.txt": "left out",
  });
  await using world = await startWorld({
    ...isPublic,
    DOCS_DIR: docs.path,
    SERVICE_NAME: "Harbor",
  });
  const visitor = new Visitor(world.baseUrl);
  const { html, status } = await visitor.get("/docs/orders");
  assert.equal(status, 200);
  const text = decoded(html);
  assert.match(
    text,
    /<p>Harbor<\/p><ul><li><a href="\/docs\/b">First: b<.*href="\/docs\/orders" aria-current/s,
  );
  assert.match(text, /<h2 id="section-list-them-title">/);
  assert.match(text, /<a href="\/docs\/b#section-x">other<\/a>/);
  assert.match(text, /<span class="keyword">print<\/span>\(<span class="string">'hi'/);
  assert.match((await visitor.get("/docs/b")).html, /<div class="scroll" tabindex="0"><table/);
  const found = decoded((await visitor.get("/docs/search?q=zebra")).html);
  assert.match(found, /<a href="\/docs\/orders">Orders<\/a>/);
  // A reload takes what is there then; a broken folder changes nothing.
  writeFileSync(join(docs.path, "late.md"), page("Late", "It came later."));
  world.service.reload?.();
  const until = async (path: string, wanted: number) => {
    while ((await visitor.get(path)).status !== wanted) await new Promise(setImmediate);
  };
  await until("/docs/late", 200);
  writeFileSync(join(docs.path, "broken.md"), "no front matter");
  world.service.reload?.();
  assert.equal((await visitor.get("/docs/late")).status, 200);
});

// interface §15.79
test("a folder that can't be used prevents the start, and the message names the file and what is wrong", () => {
  const bad: Readonly<Record<string, readonly [string, RegExp]>> = {
    "a.md": ["no front matter", /a\.md: it doesn't begin with front matter/],
    "Big Name.md": [page("x", ""), /Big Name\.md: its name has other characters/],
    "errors.md": [page("x", ""), /already has a page \/docs\/errors/],
    "b.md": [page("", ""), /title has not 1 to 100/],
    "c.md": [
      "---\ntitle: x\nlayout: y\n---\n",
      /the line "layout: y"; there are title, description, order/,
    ],
    "d.md": [page("x", "", "order: first\n"), /order is not a whole number/],
    "e.md": [page("x", "y".repeat(101 * 1024)), /e\.md has more than 100 KB/],
    "f.md": [page("A # comment", ""), /its title has a comment/],
    "g.md": [page('"a" # c', ""), /its title has a comment/],
    "h.md": [page("'it's'", ""), /quotes that don't end with it/],
    "i.md": [page("x", "", "title: y\n"), /more than one title/],
    "j.md": [page('"5\\n6"', ""), /its title has a control character/],
    "k.md": [page("x", "", "description: a\tb\n"), /its description has a control character/],
  };
  for (const [name, [text, message]] of Object.entries(bad)) {
    using docs = folder({ [name]: text });
    assert.throws(
      () => readDocsDir(docs.path, new Set(["errors"])),
      (error) => error instanceof ConfigProblem && message.test(error.message),
      name,
    );
  }
  assert.throws(() => readDocsDir("/nonexistent", new Set()), ConfigProblem);
  using good = folder({
    "a.md": page("'it''s #1'", "", '# a comment\n\ndescription: "C # and \\"D\\""\n'),
    "b.md": page("C#", "", "description: the issue#1\n"),
  });
  assert.deepEqual(
    readDocsDir(good.path, new Set()).map(({ title, description }) => [title, description]),
    [
      ["C#", "the issue#1"],
      ["it's #1", 'C # and "D"'],
    ],
  );
  using many = folder(
    Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}.md`, page("x", "")])),
  );
  assert.throws(() => readDocsDir(many.path, new Set()), /more than 100 pages/);
  using nested = folder({});
  mkdirSync(join(nested.path, "x.md"));
  assert.throws(() => readDocsDir(nested.path, new Set()), /x\.md is not a file/);
});
