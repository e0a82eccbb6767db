import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import type { SnippetId } from "../../src/pages/views/portal/snippets.ts";
import { missing } from "../gateways/gateway.ts";
import { freePort } from "../support/free-port.ts";
import { savedProgram } from "../support/saved-program.ts";
import { makeAccessToken } from "../support/service.ts";
import { decoded, pinOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

/** Each program of "Try it", copied from the page and run as a reader would run it. */

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test("curl — bearer token and use", {
  skip: !hasCurl && "there is no curl on this machine",
}, async () => {
  await using world = await startWorld();
  const page = await printed(world);
  using program = copied(page, "curl", "try-it.sh");
  const { status, output } = await program.run("sh try-it.sh", {
    CONSUMER_SECRET: world.application.consumerSecret,
  });
  assert.equal(status, 0, output);
  assert.equal(JSON.parse(output).rate_limit_context.application, world.application.consumerKey);
});

test("curl — a wrong secret ends with an error and no response", {
  skip: !hasCurl && "there is no curl on this machine",
}, async () => {
  await using world = await startWorld();
  const page = await printed(world);
  using program = copied(page, "curl", "try-it.sh");
  const { status, output } = await program.run("sh try-it.sh", { CONSUMER_SECRET: "wrong" });
  assert.notEqual(status, 0);
  assert.match(output, /401/);
});

// interface §15.30
test("openid-client — bearer token and use", async () => {
  await using world = await startWorld();
  const page = await printed(world);
  using program = copied(page, "openid-client");
  const { consumerSecret } = world.application;
  const { status, output } = await program.run("node try-it.mjs", {
    CONSUMER_SECRET: consumerSecret,
  });
  assert.equal(status, 0, output);
  assert.equal(JSON.parse(output).rate_limit_context.application, world.application.consumerKey);
});

test("oauth-1.0a — a call with one's own access token", async () => {
  await using world = await startWorld();
  const { application, ledger, alice } = world;
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  using program = copied(await printed(world), "oauth-1.0a");
  const { status, output } = await program.run("node try-it.mjs", {
    CONSUMER_SECRET: application.consumerSecret,
    ACCESS_TOKEN: token,
    ACCESS_TOKEN_SECRET: secret,
  });
  assert.equal(status, 0, output);
  assert.equal(JSON.parse(output).screen_name, "alice");
});

/** The Python for which Debian packages the library. Go reads what Debian packages instead of modules. */
const debianPython = "/usr/bin/python3";
const debianGo = "/usr/share/gocode";
const libraries = {
  python: `${debianPython} -c 'import requests_oauthlib'`,
  php: `php -r 'exit(class_exists("OAuth") ? 0 : 1);'`,
  go: `test -d ${debianGo}/src/github.com/gomodule/oauth1`,
};

for (const [id, command, file, library] of [
  ["requests-oauthlib", debianPython, "try-it.py", libraries.python],
  ["python", "python3", "try-it.py"],
  ["php-oauth", "php", "try-it.php", libraries.php],
  ["php", "php", "try-it.php"],
  ["gomodule-oauth1", "go run", "try-it.go", libraries.go],
  ["go", "go run", "try-it.go"],
] as const) {
  // interface §15.30
  test(`${id} — a call that is signed with one's own access token, and a rejection`, {
    skip: missing(programOf(command)) || (library !== undefined && lacking(library)),
  }, async () => {
    await using world = await startWorld();
    const { application, ledger, alice } = world;
    const { token, secret } = await makeAccessToken(ledger, application, alice);
    using written = copied(await printed(world), id, file);
    const packaged = id === "gomodule-oauth1" && { GO111MODULE: "off", GOPATH: debianGo };
    const secrets = { ACCESS_TOKEN: token, ACCESS_TOKEN_SECRET: secret, ...packaged };
    const signed = await written.run(`${command} ${file}`, {
      ...secrets,
      CONSUMER_SECRET: application.consumerSecret,
    });
    assert.equal(signed.status, 0, signed.output);
    assert.equal(JSON.parse(signed.output).screen_name, "alice");
    const rejected = await written.run(`${command} ${file}`, {
      ...secrets,
      CONSUMER_SECRET: "wrong",
    });
    assert.notEqual(rejected.status, 0);
    assert.match(rejected.output, /"code":32/);
    assert.match(rejected.output, /For “Requests” in the portal: .*[0-9a-f]{12}-[0-9a-z]+/);
  });
}

for (const [id, command, file] of [
  ["python", "python3", "fixed.py"],
  ["oauth-1.0a", "node", "fixed.mjs"],
  ["php", "php", "fixed.php"],
  ["go", "go run", "fixed.go"],
] as const) {
  // interface §15.61
  test(`${id} — the fixed code of a rejected request sends it again, with its query or its form`, {
    skip: missing(programOf(command)),
  }, async () => {
    await using world = await startWorld();
    const { application, ledger, alice, service } = world;
    const token = await makeAccessToken(ledger, application, alice);
    const secrets = {
      CONSUMER_SECRET: application.consumerSecret,
      ACCESS_TOKEN: token.token,
      ACCESS_TOKEN_SECRET: token.secret,
    };
    const wrong = { token: { ...token, secret: "wrong" } };
    const query = "include_email=true&q=a%20b%26c%C3%A9&%24x=%22%27%24%5C";
    const owner = await signedIn(world.baseUrl, alice);
    for (const rejected of [
      await world.signed("GET", `/1.1/account/verify_credentials.json?${query}`, wrong),
      await world.signed("GET", "/1.1/account/verify_credentials.json", wrong),
      await world.signed("POST", "/1.1/oauth/invalidate_token", {
        ...wrong,
        form: [
          ["status", "a b&cé"],
          ["$x", `"'$\\`],
        ],
      }),
    ]) {
      assert.equal(rejected.status, 401);
      await service.dependencies.rejected.settled();
      const { html } = await owner.get(
        `/portal/applications/${application.id}/requests/${rejected.headers.get(requestIdHeader)}`,
      );
      using written = copied(html, id, file, "fixed");
      const { status, output } = await written.run(`${command} ${file}`, secrets);
      assert.equal(status, 0, output);
      assert.doesNotMatch(output, /errors|For “Requests”/);
    }
    assert.equal(await ledger.accessTokenHolder(token.token), undefined, "the form was sent");
  });
}

test("oauth — access by a PIN", async () => {
  await using world = await startWorld({}, { callbacks: [] });
  const { application, alice, baseUrl } = world;
  using program = copied(await printed(world), "oauth");
  const running = program.start("node try-it.mjs", { CONSUMER_SECRET: application.consumerSecret });
  const [, path = ""] = await running.says(/^http:\/\/[^/]+(\/oauth\/authorize\?\S+)\n/m);
  const page = await new Visitor(baseUrl).decide(path, alice, "allow");
  running.child.stdin?.end(`${pinOn(page.html)}\n`);
  const { status, output } = await running.ended;
  assert.equal(status, 0, output);
  assert.match(output, /You may now act for @alice\n$/);
});

test("passport-twitter — a user signs in to the application", async () => {
  const callback = `http://127.0.0.1:${await freePort()}/callback`;
  await using world = await startWorld({}, { callbacks: [callback] });
  const { application, alice, baseUrl } = world;
  using program = copied(await printed(world), "passport-twitter");
  const running = program.start("node try-it.mjs", { CONSUMER_SECRET: application.consumerSecret });
  const [, address = ""] = await running.says(/^Open (\S+)$/m);
  assert.equal(address, new URL("/", callback).href);

  const visitor = new Visitor(address);
  const sent = new URL((await visitor.get("/")).location ?? "");
  const agreed = await new Visitor(baseUrl).decide(sent.pathname + sent.search, alice, "allow");
  const back = new URL(agreed.location ?? "");
  assert.equal(back.origin + back.pathname, callback);
  assert.deepEqual(JSON.parse((await visitor.get(back.pathname + back.search)).html), {
    signedInAs: "alice",
  });
});

function programOf(command: string): string {
  return command.split(" ", 1)[0] ?? command;
}

function lacking(library: string): string | false {
  const isThere = spawnSync("sh", ["-c", library]).status === 0;
  return !isThere && "the library is not installed; see the packages in .ci/run";
}

/** The page "Try it", opened by the application's owner. */
async function printed({ baseUrl, alice, application }: World): Promise<string> {
  const owner = await signedIn(baseUrl, alice);
  const { status, html } = await owner.get(`/portal/applications/${application.id}/programs`);
  assert.equal(status, 200);
  assert.ok(!html.includes(application.consumerSecret));
  return html;
}

/** The text that a browser would copy, saved in a file. */
function copied(page: string, id: SnippetId, file = "try-it.mjs", from = "try-it") {
  const at = page.indexOf(`id="${from}-${id.replaceAll(".", "-")}"`);
  const code = /^[^>]*>([^<]*)<\/code>/.exec(page.slice(at))?.[1];
  if (at === -1 || code === undefined) throw new Error(`the page has no program ${id}`);
  return savedProgram(file, decoded(code));
}
