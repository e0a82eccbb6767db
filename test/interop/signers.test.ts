import assert from "node:assert/strict";
import { test } from "node:test";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import { missing } from "../gateways/gateway.ts";
import { savedProgram } from "../support/saved-program.ts";
import { makeAccessToken } from "../support/service.ts";
import { decoded, signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

/** Programs that sign any call, copied from a page of the portal and run as a reader would run them. */

for (const [id, command, file] of [
  ["python", "python3", "quickstart.py"],
  ["php", "php", "quickstart.php"],
  ["go", "go run", "quickstart.go"],
] as const) {
  // interface §15.30
  test(`${id} — a call that is signed without a library, and a rejection`, {
    skip: missing(programOf(command)),
  }, async () => {
    await using world = await startWorld();
    const environment = await keysOf(world);
    const path = `/portal/applications/${world.application.id}/programs`;
    const { html } = await (await signedIn(world.baseUrl, world.alice)).get(path);
    assert.ok(!html.includes(world.application.consumerSecret));
    using written = copied(html, `try-it-${id}-alone`, file);
    const signed = await written.run(`${command} ${file}`, environment);
    assert.equal(signed.status, 0, signed.output);
    assert.equal(JSON.parse(signed.output).screen_name, "alice");
    const wrong = { ...environment, CONSUMER_SECRET: "wrong" };
    const rejected = await written.run(`${command} ${file}`, wrong);
    assert.notEqual(rejected.status, 0);
    assert.match(rejected.output, /"code":32/);
    assert.match(rejected.output, /Look it up in the portal: .*[0-9a-f]{12}-[0-9a-z]+/);
  });
}

for (const [id, command, file] of [
  ["python", "python3", "fixed.py"],
  ["javascript", "node", "fixed.mjs"],
  ["php", "php", "fixed.php"],
  ["go", "go run", "fixed.go"],
] as const) {
  // interface §15.61
  test(`${id} — the fixed code of a rejected request sends it again, with its query or its form`, {
    skip: missing(programOf(command)),
  }, async () => {
    await using world = await startWorld();
    const { application, ledger, alice, service } = world;
    const environment = await keysOf(world);
    const token = { token: environment.ACCESS_TOKEN, secret: environment.ACCESS_TOKEN_SECRET };
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
      using written = copied(html, `fixed-${id}`, file);
      const { status, output } = await written.run(`${command} ${file}`, environment);
      assert.equal(status, 0, output);
      assert.doesNotMatch(output, /errors|Look it up/);
    }
    assert.equal(await ledger.accessTokenHolder(token.token), undefined, "the form was sent");
  });
}

async function keysOf({ application, ledger, alice }: World) {
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  return {
    CONSUMER_KEY: application.consumerKey,
    CONSUMER_SECRET: application.consumerSecret,
    ACCESS_TOKEN: token,
    ACCESS_TOKEN_SECRET: secret,
  };
}

function programOf(command: string): string {
  return command.split(" ", 1)[0] ?? command;
}

/** The text that a browser would copy, saved in a file. */
function copied(page: string, id: string, file: string) {
  const at = page.indexOf(`id="${id}"`);
  const code = /^[^>]*>([^<]*)<\/code>/.exec(page.slice(at))?.[1];
  if (at === -1 || code === undefined) throw new Error(`the page has no program ${id}`);
  return savedProgram(file, decoded(code));
}
