/** The result of `npm pack`, installed by the first guide into another user's project. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { startNaive } from "../../packages/conformance/test/naive/provider.ts";
import { repository, run, serve } from "../cli/command.ts";
import { openClient, signed } from "../gateways/client.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { judgeOf } from "../support/judge-of.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { makeCertificate } from "../support/tls.ts";
import { twitterApi } from "../support/twitter-api.ts";
import { type Followed, followGuide } from "./guide.ts";
import { machine, pack } from "./packages.ts";
import { roomyDirectory } from "./roomy-directory.ts";

/** Packages that an API's developer already has. The guide installs Express. */
const alongside = [
  ...["hono@4", "@hono/node-server@2", "fastify@5", "@types/express@5", "@types/node@24"],
];
const npmFlags = ["--no-fund", "--no-audit", "--prefer-offline"];
/** The command runs on the machine's Node, which has to be the one of the checkout here. */
const path = [join(repository, "node_modules/node/bin"), process.env["PATH"]].join(delimiter);

const directory = roomyDirectory();
after(() => directory[Symbol.dispose]());
let guide: Followed;
let project: string;
let tarball: string;

before(
  async () => {
    guide = await followGuide(directory.path, process.env["PATH"] ?? "");
    project = guide.project;
    tarball = pack("countersign", repository, project);
    const kit = pack("@countersign/conformance", repository, project);
    const args = ["install", ...npmFlags, tarball, kit, ...alongside];
    execFileSync("npm", args, { cwd: project, timeout: 300_000 });
    copyFileSync(join(repository, "test/package/consumer-types.txt"), join(project, "types.mts"));
    copyFileSync(join(repository, "test/package/consumer-apis.txt"), join(project, "apis.mjs"));
  },
  { timeout: 900_000 },
);

test("docs/guide/protect-your-api.md works as it is written, and every block of it was followed", () => {
  assert.deepEqual(guide.terminals, ["terminal-1", "terminal-2", "terminal-3"]);
  assert.deepEqual(guide.languages, new Set(["sh", "text", "js"]));
});

test("the client and the test server have types", () => {
  const compiler = join(repository, "node_modules/typescript-7/bin/tsc");
  const flags = "--noEmit --strict --module nodenext --target es2024 --types node".split(" ");
  execFileSync(process.execPath, [compiler, ...flags, "types.mts"], { cwd: project });
});

test("the command serves", async () => {
  const command = join(project, "node_modules/.bin/countersign");
  const options = { command, cwd: project, environment: { PATH: path } };
  await using demo = await serve(["demo", "--json"], options);
  const response = await fetch(`${demo.baseUrl}/openapi.json`);
  assert.equal(((await response.json()) as { openapi?: string }).openapi?.slice(0, 2), "3.");
});

test("the program is few files, and its Kysely says which one it is", () => {
  const program = join(project, "node_modules/countersign/dist/program");
  const names = globSync("*.js", { cwd: program });
  assert.ok(names.length < 170, `${names.length} files`);
  const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const kysely = readFileSync(join(program, "kysely.js"), "utf8");
  assert.match(kysely, new RegExp(`^/\\*!\\nkysely ${dependencies.kysely} \\(MIT\\)`));
  assert.match(kysely, /^Copyright \(c\) \d+ Sami Koskimäki$/m);
});

test("browsers judge a new password by the script of the package", async () => {
  using directory = roomyDirectory();
  const command = join(project, "node_modules/.bin/countersign");
  const settings = { DATA_DIR: join(directory.path, "data"), SIGN_UP: "open" };
  const options = { command, cwd: directory.path, settings, environment: { PATH: path } };
  await using served = await serve(["serve"], options);
  const page = await (await fetch(`${served.baseUrl}/sign-up`)).text();
  const [, script] = / data-judge="([^"]+)"/.exec(page) ?? assert.fail("no script is named");
  const judge = judgeOf(await (await fetch(`${served.baseUrl}${script}`)).text());
  const owner = { screenName: "alice", name: "Alice", email: "", serviceName: "Countersign" };
  assert.equal(judge("password123", owner).problem, "common");
  assert.equal(judge("kT4#vq9!mZ", owner).problem, undefined);
});

test("the package has the program and its documents: no tests of the service, no tools, no source control", () => {
  const listed = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" });
  const paths = listed.trim().split("\n");
  const meant =
    /^package\/((dist|docs|examples|ops)\/|bin\/countersign$|[A-Z]+(\.md)?$|package\.json$)/;
  assert.deepEqual(
    paths.filter((path) => !meant.test(path)),
    [],
  );
  assert.deepEqual(
    paths.filter((path) => /\.git|dist\/.*\.test\./.test(path)),
    [],
  );
});

test("npm install --global from the tarball: the command serves by the link that npm makes, and npm removes all of it", async () => {
  using prefix = roomyDirectory();
  const npm = (...args: string[]) =>
    execFileSync("npm", [...args, "--global", "--prefix", prefix.path, ...npmFlags], {
      cwd: prefix.path,
      stdio: "pipe",
      timeout: 300_000,
    });
  npm("install", tarball);
  const command = join(prefix.path, "bin/countersign");
  const options = { command, environment: { PATH: path } };
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  assert.equal((await run(["--version"], { ...options, cwd: "/" })).stdout, `${version}\n`);
  {
    const settings = { DATA_DIR: join(prefix.path, "data") };
    await using served = await serve(["serve"], { ...options, cwd: prefix.path, settings });
    assert.equal((await fetch(`${served.baseUrl}/sign-in`)).status, 200);
  }
  npm("uninstall", "countersign");
  assert.equal(existsSync(command), false);
});

test("on an older Node, or none, the command says which it needs", async () => {
  using scratch = roomyDirectory();
  const command = join(project, "node_modules/.bin/countersign");
  const [tools, old] = ["tools", "old"].map((name) => join(scratch.path, name)) as [string, string];
  for (const folder of [tools, old]) mkdirSync(folder);
  // What the script itself needs, without a folder that may have a Node.
  for (const tool of ["readlink", "dirname"]) {
    const found = execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).trim();
    symlinkSync(found, join(tools, tool));
  }
  const script = '#!/bin/sh\n[ "$1" = -p ] && echo 20 || echo v20.20.2\n';
  writeFileSync(join(old, "node"), script, { mode: 0o755 });
  for (const [folders, printed] of [
    [[old, tools], "v20.20.2"],
    [[tools], "none"],
  ] as const) {
    const PATH = folders.join(delimiter);
    const ended = await run(["--version"], { command, cwd: "/", environment: { PATH } });
    assert.equal(ended.status, 1);
    assert.match(
      ended.stderr,
      new RegExp(
        `^countersign needs Node 24 or later, and this machine has ${printed}\\. Install it`,
      ),
    );
  }
});

test("the conformance kit plans and tests, on the machine's own Node", async () => {
  await using naive = await startNaive(["future-timestamps"]);
  writeFileSync(join(project, "provider.json"), JSON.stringify(naive.config));
  const args = ["--config", "provider.json", "--only", "3.3/timestamp"];
  const reports = ["--json", "report.json", "--html", "report.html"];
  const options = { cwd: project, env: machine } as const;
  const kit = ["npx", ["@countersign/conformance", ...args]] as const;
  const planned = execFileSync(kit[0], [...kit[1], "--dry-run"], { ...options, encoding: "utf8" });
  assert.match(planned, /^\d+ of \d+ cases would be tried at A naive provider/m);
  const child = spawn(kit[0], [...kit[1], ...reports], { ...options, stdio: "ignore" });
  assert.equal(await endOf(child), 1);
  const report = JSON.parse(readFileSync(join(project, "report.json"), "utf8"));
  const failed = report.results.filter((one: { outcome: string }) => one.outcome === "failed");
  assert.ok(failed.length >= 8);
  for (const { id } of failed) assert.match(id, /future|milliseconds/);
  assert.match(readFileSync(join(project, "report.html"), "utf8"), /future-year/);
});

test("countersign/testing: the example of the guide, as an application has it", () => {
  const example = join(repository, "examples/testing/weather.test.mjs");
  copyFileSync(example, join(project, "weather.test.mjs"));
  const options = { cwd: project, encoding: "utf8", env: withoutRunner() } as const;
  const printed = execFileSync(process.execPath, ["--test", "weather.test.mjs"], options);
  assert.match(printed, /^. pass 2$/m);
});

test("countersign/testing starts a test server on the machine's own Node, or says which Node it needs", () => {
  const script = `
    const { startTestServer } = await import("countersign/testing");
    const started = startTestServer().then((server) => server.stop());
    console.log(await started.then(() => "started", ({ name, message }) => name + ": " + message));`;
  const options = { cwd: project, encoding: "utf8", env: machine } as const;
  const version = execFileSync("node", ["--version"], options).trim().slice(1);
  const printed = execFileSync("node", ["--input-type=module", "-e", script], options);
  const isOld = Number.parseInt(version, 10) < 24;
  const problem = `UsageError: countersign/testing needs Node 24 or later, and this is Node ${version}. `;
  assert.ok(isOld ? printed.startsWith(problem) : printed === "started\n", printed);
});

for (const kind of ["express", "fastify", "hono", "client"]) {
  test(`@countersign/client for ${kind}: twitter-api-v2 calls the API, and the process ends with its server`, async () => {
    const host = "api.example.com";
    const port = await freePort();
    const origin = `https://${host}:${port}`;
    using tls = await makeCertificate([host]);
    const secret = "c3b1Qm5nJx0vT2yP8rZk";
    const settings = { INTERNAL_SECRET: secret, API_ORIGINS: origin };
    await using service = await startTestService(settings);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const application = await makeApplication(ledger, alice, { access: "write" });
    const access = await makeAccessToken(ledger, application, alice, "write");
    const bearer = await bearerFor(service.baseUrl, application);
    const { consumerKey, consumerSecret } = application;

    await using api = await startApi(kind, {
      PORT: String(port),
      API_ORIGIN: origin,
      API_CERTIFICATE: tls.certificate,
      API_KEY: tls.key,
      VERIFIER_URL: service.internalUrl ?? "",
      COUNTERSIGN_INTERNAL_SECRET: secret,
    });
    const reached = { host, port, authority: tls.authority };
    const tokens = { appKey: consumerKey, appSecret: consumerSecret, accessToken: access.token };
    using signs = twitterApi({ ...tokens, accessSecret: access.secret }, reached);
    using wrong = twitterApi({ ...tokens, accessSecret: "wrong" }, reached);
    using bears = twitterApi(bearer, reached);

    const user = {
      context: "user",
      userId: alice.id,
      screenName: "alice",
      appId: application.id,
      consumerKey,
      access: "read-write",
      body: "unsigned",
    };
    const value = "é ü/%+&=~*'!";
    assert.deepEqual(await signs.api.get(`${origin}/1/things`, { q: value, empty: "" }), {
      caller: user,
    });
    const form = { forceBodyMode: "url" } as const;
    const posted = await signs.api.post(`${origin}/1/things`, { a: value, b: "" }, form);
    assert.deepEqual(posted, { caller: { ...user, body: "signed" }, a: value });
    const { caller } = await bears.api.get<{ caller: object }>(`${origin}/1/things`);
    assert.deepEqual(caller, {
      context: "application",
      appId: application.id,
      consumerKey,
      access: "read-write",
      body: "unsigned",
    });

    const unsigned = await wrong.rejected((one) => one.get(`${origin}/1/things`));
    assert.equal(unsigned.status, 401);
    using raw = openClient(port, tls.authority);
    const asked = { ...application, token: access.token, tokenSecret: "wrong" };
    for (const [path, authorization, requires] of [
      ["/1/things", signed(asked, "GET", origin, "/1/things"), undefined],
      ["/1/own", `Bearer ${bearer}`, { context: "user" }],
    ] as const) {
      const response = await raw.send("GET", path, { headers: { authorization } });
      const verificationRequest = { method: "GET", origin, target: path, authorization, requires };
      const expected = await requestErrorOf(service.internalUrl, secret, verificationRequest);
      assert.deepEqual([response.status, response.body], [expected.status, expected.body]);
      for (const [name, text] of Object.entries(expected.headers)) {
        const found = response.headers.get(name);
        // Each rejection has its own ID, or none if there was no room to store it.
        if (name === "x-countersign-request")
          assert.match(String(found), /^(null|[0-9a-f]{12}-\w+)$/);
        else assert.equal(found, text, name);
      }
    }

    if (kind !== "client") {
      const eaten = await signs.rejected((one) => one.post(`${origin}/1/eaten`, { a: "b" }, form));
      assert.equal(eaten.status, 500);
      await api.says(/countersign: .* has read this body before .* signature could be checked/);
    }

    await service[Symbol.asyncDispose]();
    if (kind !== "client") {
      const stopped = await signs.rejected((one) => one.get(`${origin}/1/things`));
      assert.equal(stopped.status, 503);
    }
    for (const one of [signs, wrong, bears, raw]) one[Symbol.dispose]();
    assert.equal(await api.stop(), 0, "nothing of ours keeps the process");
  });
}

test("a script that asks once, and closes nothing, ends", async () => {
  const origin = "https://api.example.com";
  await using service = await startTestService({ API_ORIGINS: origin });
  const script = `
    import { createVerifier } from "@countersign/client";
    const verifier = createVerifier({ url: "${service.internalUrl}", origin: "${origin}" });
    const decision = await verifier.verify({ method: "GET", target: "/" });
    console.log(decision.code);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (data) => {
    printed += String(data);
  });
  assert.deepEqual(await endOf(child), 0);
  assert.equal(printed, "215\n");
});

/** `node apis.mjs KIND` in the project, once it listens. */
async function startApi(kind: string, variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["apis.mjs", kind], {
    cwd: project,
    env: { PATH: process.env["PATH"], ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      look();
    });
  }
  const ended = once(child, "exit");
  const says = async (part: RegExp) => {
    const seen = new Promise<void>((resolve) => {
      look = () => {
        if (part.test(output)) resolve();
      };
      look();
    });
    await Promise.race([
      seen,
      ended.then(() => assert.fail(`the API ended:\n${output}`)),
      timeUp(`the API did not say ${part}:\n${output}`),
    ]);
  };
  await says(/^listens$/m);
  return {
    says,
    async stop(): Promise<number | null> {
      child.kill("SIGTERM");
      return endOf(child);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
}

/** How a process ends: its status, or an error if it does not end. */
async function endOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  if (child.exitCode === null) {
    await Promise.race([once(child, "exit"), timeUp("the process does not end")]);
  }
  return child.exitCode;
}

async function timeUp(message: string): Promise<never> {
  await once(AbortSignal.timeout(30_000), "abort");
  return assert.fail(message);
}

async function requestErrorOf(
  internalUrl: string | undefined,
  secret: string,
  verificationRequest: object,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const response = await fetch(`${internalUrl}/verify`, {
    method: "POST",
    headers: { "x-countersign-secret": secret },
    body: JSON.stringify(verificationRequest),
  });
  const decision = (await response.json()) as {
    response: { status: number; headers: Record<string, string>; body: string };
  };
  return decision.response;
}

/** A test runner inside a test would report to the outer one. */
function withoutRunner(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env;
  return rest;
}
