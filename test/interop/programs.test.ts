/** Each program of the documentation, saved and run by the commands of its page. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  languages,
  type Program,
  programFor,
  type Task,
  tasks,
} from "../../src/pages/views/docs/programs.ts";
import { freePort } from "../support/free-port.ts";
import { savedProgram } from "../support/saved-program.ts";
import { makeAccessToken } from "../support/service.ts";
import { pinOn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

/** Debian's packages instead of those that a page installs from elsewhere. */
interface Installed {
  /** This command succeeds if they are installed. */
  readonly present: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Files that are also found in the folder of the program. */
  readonly links?: Readonly<Record<string, string>>;
  /** Runs the program in place of its page's command. */
  run?(program: Program): string;
}

const debianGo = "/usr/share/gocode";
const installed: Readonly<Record<string, Installed>> = {
  curl: { present: "command -v bash && command -v curl && command -v openssl" },
  javascript: { present: "command -v node" },
  python: {
    present: "/usr/bin/python3 -c 'import requests_oauthlib, flask'",
    environment: { PATH: `/usr/bin:${process.env["PATH"]}` },
  },
  php: { present: `php -r 'exit(class_exists("OAuth") ? 0 : 1);'` },
  ruby: { present: "ruby -e 'require \"oauth\"'" },
  go: {
    present: `cd ${debianGo}/src && test -d github.com/gomodule/oauth1 && test -d golang.org/x/oauth2`,
    environment: { GO111MODULE: "off", GOPATH: debianGo },
  },
  java: {
    present: "command -v java && test -e /usr/share/java/signpost-core.jar",
    links: {
      "lib/signpost-core.jar": "/usr/share/java/signpost-core.jar",
      "lib/commons-codec.jar": "/usr/share/java/commons-codec.jar",
    },
  },
  csharp: {
    present: "command -v mcs && command -v mono",
    links: { "AwaitMain.cs": client("AwaitMain.cs"), "RestSharp.cs": client("RestSharp.cs") },
    run: ({ file }) => `sh -c '${compiled(file)} && exec mono program.exe'`,
  },
};

/** What the portal's environment file has, of an application with this callback. */
interface Prepared extends AsyncDisposable {
  readonly world: World;
  readonly environment: Readonly<Record<string, string>>;
}

const runs: Readonly<Record<Task, (program: Program) => Promise<void>>> = {
  quickstart: async (program) => {
    await using prepared = await prepare();
    using saved = save(program);
    const { environment } = prepared;
    const signed = await saved.run(environment);
    assert.equal(signed.status, 0, signed.output);
    assert.equal(JSON.parse(signed.output).screen_name, "alice");
    const rejected = await saved.run({ ...environment, CONSUMER_SECRET: "wrong" });
    assert.notEqual(rejected.status, 0);
    assert.match(rejected.output, /"code":32/);
    assert.match(rejected.output, /Look it up in the portal: .*[0-9a-f]{12}-[0-9a-z]+/);
  },

  pin: async (program) => {
    await using prepared = await prepare();
    using saved = save(program);
    const { world, environment } = prepared;
    const running = saved.start(environment);
    const [, path = ""] = await running.says(/^Open http:\/\/[^/]+(\/oauth\/authorize\?\S+)\n/m);
    const page = await new Visitor(world.baseUrl).decide(path, world.alice, "allow");
    running.child.stdin?.end(`${pinOn(page.html)}\n`);
    const { status, output } = await running.ended;
    assert.equal(status, 0, output);
    assert.match(output, /"screen_name":"alice"/);
  },

  "sign-in": async (program) => {
    await using prepared = await prepare(["http://127.0.0.1/callback"]);
    using saved = save(program);
    const { world, environment } = prepared;
    const running = saved.start({ ...environment, PORT: String(await freePort()) });
    const [origin] = await running.says(/http:\/\/127\.0\.0\.1:\d+/);
    const begin = async () => {
      const visitor = new Visitor(origin);
      const { location = "" } = await visitor.get("/");
      return { visitor, consent: location.slice(world.baseUrl.length) };
    };
    const decided = async (path: string, decision: "allow" | "deny") => {
      const { location = "" } = await new Visitor(world.baseUrl).decide(
        path,
        world.alice,
        decision,
      );
      assert.ok(location.startsWith(`${origin}/callback?`), location);
      return location.slice(origin.length);
    };

    const mallory = await begin();
    const alice = await begin();
    const back = await decided(alice.consent, "allow");
    const elsewhere = await mallory.visitor.get(back);
    assert.doesNotMatch(elsewhere.html, /alice/, "another browser's sign-in");
    assert.deepEqual(JSON.parse((await alice.visitor.get(back)).html), { signedInAs: "alice" });

    const denied = await begin();
    const after = await denied.visitor.get(await decided(denied.consent, "deny"));
    assert.equal(after.status, 403);
    // Without a session, the program rejects the callback or begins a sign-in.
    const unknown = await new Visitor(origin).get("/callback?oauth_verifier=x");
    if (unknown.status !== 403) {
      assert.ok(unknown.location?.startsWith(`${world.baseUrl}/oauth/authenticate?`), unknown.html);
    }
  },

  bearer: async (program) => {
    await using prepared = await prepare();
    using saved = save(program);
    const { world, environment } = prepared;
    const { status, output } = await saved.run(environment);
    assert.equal(status, 0, output);
    const { application } = JSON.parse(output).rate_limit_context;
    assert.equal(application, world.application.consumerKey);
    const rejected = await saved.run({ ...environment, CONSUMER_SECRET: "wrong" });
    assert.notEqual(rejected.status, 0);
    assert.match(rejected.output, /\b401\b|"code":32/);
  },
};

for (const language of languages) {
  for (const task of tasks) {
    const program = programFor(task, language);
    if (program === undefined) continue;
    const { title, id } = language;
    const skip = lacking(installed[id]?.present ?? "false");
    // interface §15.30
    if (program.wasRun) test(`${title}: ${task}`, { skip }, () => runs[task](program));
    else test(`${title}: ${task} compiles`, { skip }, () => compiles(program));
  }
}

/** It is compiled with declarations of what it uses of its library. */
async function compiles(program: Program): Promise<void> {
  using saved = save(program);
  const { status, output } = await saved.run({}, compiled(`${program.file} RestSharp.cs`));
  assert.equal(status, 0, output);
}

function compiled(files: string): string {
  const references = ["System.Web", "System.Net.Http"].map((name) => `-reference:${name}`);
  return `mcs -main:AwaitMain -out:program.exe ${references.join(" ")} AwaitMain.cs ${files}`;
}

function client(file: string): string {
  return fileURLToPath(new URL(`clients/${file}`, import.meta.url));
}

async function prepare(callbacks: readonly string[] = []): Promise<Prepared> {
  const world = await startWorld({}, { callbacks: [...callbacks] });
  const { application, ledger, alice, baseUrl } = world;
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  return {
    world,
    environment: {
      BASE_URL: baseUrl,
      CONSUMER_KEY: application.consumerKey,
      CONSUMER_SECRET: application.consumerSecret,
      ACCESS_TOKEN: token,
      ACCESS_TOKEN_SECRET: secret,
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

function save(program: Program) {
  const { environment: more, links = {}, run } = installed[program.language.id] ?? {};
  const saved = savedProgram(program.file, program.code);
  const command = run?.(program) ?? program.run;
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(saved.folder, name)), { recursive: true });
    symlinkSync(target, join(saved.folder, name));
  }
  return {
    start: (environment: Readonly<Record<string, string>>) =>
      saved.start(command, { ...environment, ...more }),
    run: (environment: Readonly<Record<string, string>>, instead = command) =>
      saved.run(instead, { ...environment, ...more }),
    [Symbol.dispose]: () => saved[Symbol.dispose](),
  };
}

function lacking(present: string): string | false {
  const isThere = spawnSync("sh", ["-c", present]).status === 0;
  return !isThere && "it or its library is not installed; see the packages in .ci/run";
}
