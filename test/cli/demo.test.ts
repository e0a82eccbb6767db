import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startTestService } from "../support/service.ts";
import { pinOn, signedIn, Visitor } from "../support/visitor.ts";
import { scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

test("demo keeps nothing, and every step of its tour works", async () => {
  using directory = scratchDirectory();
  const data = join(directory.path, "data");
  await using served = await serve(["demo"], { settings: { DATA_DIR: data } });
  while (!served.output.stdout.includes("4. examples/")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const tour = served.output.stdout;
  const curls = tour.match(/^ {2}curl .*$/gm)?.map((line) => line.trim()) ?? [];
  const [token = "", bearer = "", verify = "", request = ""] = curls;
  assert.equal(curls.length, 4);

  const { access_token } = (await (await curl(token)).json()) as { access_token: string };
  assert.equal((await curl(bearer.replace("TOKEN", access_token))).status, 200);

  const visitor = (await (await curl(verify)).json()) as { screen_name: string };
  assert.equal(visitor.screen_name, "alice");

  const form = new URLSearchParams(await (await curl(request)).text());
  const [address = ""] = tour.match(/http\S*authorize\?oauth_token=OAUTH_TOKEN/) ?? [];
  const page = new URL(address.replace("OAUTH_TOKEN", String(form.get("oauth_token"))));
  const [, password = ""] = /alice \/ (\S+)/.exec(tour) ?? [];
  const alice = { id: "0" as never, screenName: "alice", password };
  const path = `${page.pathname}${page.search}`;
  const approved = await new Visitor(served.baseUrl).decide(path, alice, "allow");
  assert.match(pinOn(approved.html), /^\d{7}$/);

  for (const [, pages = ""] of tour.matchAll(/^ {2}http:\S+(\/(?:portal|account|admin)) /gm)) {
    const shown = await (await signedIn(served.baseUrl, alice)).get(pages);
    assert.equal(shown.status, 200, pages);
    assert.match(shown.html, /@alice/, pages);
  }
  assert.ok(!existsSync(data), "nothing is kept");
});

test("demo --json prints one object after the ready line", async () => {
  await using served = await serve(["demo", "--json"]);
  while (served.output.stdout.split("\n").length < 3) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [ready, object = "", ...more] = served.output.stdout.split("\n");
  assert.equal(ready, `ready ${served.baseUrl}`);
  assert.deepEqual(more, [""]);
  const members = ["base_url", "users", "web", "desktop", "alice_on_web"];
  assert.deepEqual(Object.keys(JSON.parse(object)), members);
});

test("gallery serves every page, and ends with 0", async () => {
  const served = await serve(["gallery", "--port", "0"]);
  const index = await (await fetch(served.baseUrl)).text();
  const links = [...index.matchAll(/href="(\/[a-zA-Z-]+\/[a-z0-9-]+)"/g)].map(([, path]) => path);
  assert.ok(links.length > 10);
  for (const path of links) assert.equal((await fetch(`${served.baseUrl}${path}`)).status, 200);
  served.child.kill("SIGTERM");
  assert.equal(await served.ended, 0);
});

test("1 — gallery: a port that is taken is named, with what to do", async () => {
  await using taken = await startTestService();
  const ended = await runHere(["gallery", "--port", String(taken.port)]);
  assert.equal(ended.status, 1);
  assert.match(
    ended.stderr,
    new RegExp(`port ${taken.port} .*EADDRINUSE.*choose another with --port$`, "m"),
  );
});

/** Does the same as a shell with one of the printed commands. */
function curl(line: string): Promise<Response> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
  const headers = new Headers();
  const init: RequestInit = { headers };
  let url = "";
  for (let at = 1; at < words.length; at += 1) {
    const [word = "", next = ""] = [words[at], words[at + 1]];
    if (!word.startsWith("-")) {
      url = word;
      continue;
    }
    at += 1;
    if (word === "-X") init.method = next;
    else if (word === "-u") headers.set("authorization", `Basic ${btoa(next)}`);
    else if (word === "-d")
      Object.assign(init, { method: "POST", body: new URLSearchParams(next) });
    else if (word === "-H") headers.set(...(next.split(/: (.*)/, 2) as [string, string]));
    else throw new Error(`${word} is not expected`);
  }
  return fetch(url, init);
}
