/** Checks the dependency rules (ARCHITECTURE.md, docs/adr/0002-dependency-rules.md). */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { endpoints, internalEndpoints } from "../src/http/endpoints/index.ts";

/**
 * A folder may import from itself and from every row below its own. Where a folder of src/ has an order inside, its own
 * folders and files stand here.
 */
const rows = [
  ["program/cli"],
  ["program/test-server"],
  ["program/service"],
  ["program/backups", "program/checks", "program/moving"],
  ["program/stores"],
  ["http/server"],
  ["storage", "http/endpoints"],
  ["http/browser"],
  ["http/admin-api"],
  ["http/actions"],
  ["http/operation"],
  ["accounts", "pages"],
  ["verification"],
  ["config"],
  [
    "tools/keys",
    "tools/passwords",
    "tools/totp",
    "tools/passkeys",
    "tools/identity-providers",
    "tools/mail",
    "tools/icons",
    "tools/webhooks",
    "tools/spans",
  ],
  ["tools/files"],
  ["doctor"],
  ["domain"],
  ["oauth1", "client"],
];

const aliases: Readonly<Record<string, string>> = {
  "#admin-client": "packages/client/src/admin.ts",
  "#oauth1": "packages/oauth1/src/index.ts",
};

/**
 * Imports from outside that a folder may not use otherwise; docs/adr/0002-dependency-rules.md gives the reason of each.
 */
const exceptions = ["src/domain/address.ts → node:net"];

/**
 * Each of these needs the text of a secret: to compare or digest it, to sign or encrypt with it, to send it to the
 * server that it is for, or to hand it over once. A new one is a decision, because a revealed secret can be logged.
 */
const revealing = [
  "src/accounts/begun-sign-in.ts",
  "src/accounts/verified-identity.ts",
  "src/doctor/credentials.ts",
  "src/doctor/hypotheses/secrets.ts",
  "src/doctor/logged/explanation.ts",
  "src/doctor/signatures.ts",
  "src/domain/admin-request.ts",
  "src/domain/api-key.ts",
  "src/domain/one-time-link.ts",
  "src/http/actions/explain-rejection.ts",
  "src/http/actions/issue-link.ts",
  "src/http/actions/send-as-program.ts",
  "src/http/admin-api/api-keys.ts",
  "src/http/admin-api/application-credentials.ts",
  "src/http/admin-api/applications.ts",
  "src/http/admin-api/tokens.ts",
  "src/http/browser/one-time-form.ts",
  "src/http/endpoints/admin/api-keys.ts",
  "src/http/endpoints/oauth/access-token.ts",
  "src/http/endpoints/oauth/request-token.ts",
  "src/http/endpoints/portal/applications/id/access-token.ts",
  "src/http/endpoints/portal/applications/id/consumer-secret.ts",
  "src/http/endpoints/portal/applications/id/try.ts",
  "src/http/endpoints/portal/create.ts",
  "src/http/server/admin/admin-caller.ts",
  "src/http/server/admin/admin-repetition.ts",
  "src/http/server/check-call.ts",
  "src/http/server/internal-secrets.ts",
  "src/pages/views/account/two-step/set-up.ts",
  "src/program/checks/internal-address.ts",
  "src/program/checks/public-address.ts",
  "src/program/cli/apply/secrets.ts",
  "src/program/cli/apply/target.ts",
  "src/program/cli/demo.ts",
  "src/program/moving/export.ts",
  "src/program/moving/members.ts",
  "src/program/test-server/applications.ts",
  "src/program/test-server/credentials.ts",
  "src/storage/sql/bearer-tokens.ts",
  "src/storage/sql/credential-rows.ts",
  "src/storage/sql/importing.ts",
  "src/storage/sql/secret-digests.ts",
  "src/storage/sql/stored-credentials.ts",
  "src/storage/sqlite/thread-messages.ts",
  "src/tools/identity-providers/metadata.ts",
  "src/tools/keys/key-ring.ts",
  "src/tools/mail/smtp.ts",
  "src/tools/totp/totp.ts",
  "src/tools/webhooks/signature.ts",
  "src/verification/authentication/basic.ts",
  "src/verification/authentication/signed-request.ts",
];

/** The first two share the consent page (src/pages/views/consent.ts); the last two show no page. */
const withoutView = [
  "/oauth/authorize",
  "/oauth/authenticate",
  "/language",
  "/admin/audit.jsonl",
  "/admin/bulk-actions/:id/tokens.csv",
  "/admin/sunsets.csv",
  "/portal/applications/:id/usage.csv",
  "/.well-known/change-password",
];

/** Folders whose names begin with a dot need their own pattern. */
const sources = globSync(["src/**/*.ts", "src/**/.*/**/*.ts", "packages/*/src/**/*.ts"]);

const imports = sources
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => {
    const found = readFileSync(file, "utf8").matchAll(
      /(?:^import |\bfrom |\bimport\(|\bimport\.meta\.resolve\(|\bnew URL\((?="\.))"([^"]+)"(?=[;,)])/gm,
    );
    return [...found].map(([, to = ""]) => importOf(file, to));
  })
  .filter((one) => !exceptions.includes(`${one.file} → ${one.target}`));

test("a folder imports from itself and from what stands below it", () => {
  for (const one of imports.filter((each) => each.inside && !isApart(each.from))) {
    const [from, to] = [rowOf(one.from), rowOf(one.to)];
    assert.ok(one.from === one.to || from < to, `${one.file} imports ${one.target}`);
  }
});

test("the picture of ARCHITECTURE.md has a way of arrows for every import, and no arrow too many", () => {
  const [, picture = ""] =
    /```mermaid\n(.*?)```/s.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
  const arrows = [...picture.matchAll(/^ *(\w+) -->(?:\|.*?\|)? (\w+)/gm)];
  const ways = arrows.map(([, from = "", to = ""]) => [from, to] as const);
  const drawn = imports
    .filter((one) => one.inside && !isApart(one.from))
    .map((one) => ({ ...one, from: folderOf(one.from), to: folderOf(one.to) }))
    .filter((one) => one.from !== one.to);
  for (const { file, target, from, to } of drawn) {
    assert.ok(reached(from, ways).has(to), `${file} imports ${target}`);
  }
  for (const [from, to] of ways) {
    assert.ok(
      drawn.some((one) => one.from === from && one.to === to),
      `${from} → ${to}`,
    );
    const others = ways.filter((way) => way[0] !== from || way[1] !== to);
    assert.ok(!reached(from, others).has(to), `${from} → ${to} is there by other arrows`);
  }
});

test("no file imports itself through others", () => {
  const importsOf = Map.groupBy(imports, (one) => one.file);
  const done = new Set<string>();
  for (const file of importsOf.keys()) walk(file, []);

  function walk(file: string, way: readonly string[]): void {
    assert.ok(!way.includes(file), [...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file)) return;
    for (const { target } of importsOf.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  }
});

test("storage sees domain, keys, files and its driver; only the program sees storage", () => {
  for (const { file, target, from, to, inside } of imports) {
    if (to === "storage") {
      assert.match(from, /^(program\/(service|backups|stores)|storage)$/, `${file} → ${target}`);
    }
    if (from !== "storage") continue;
    const allowed = inside
      ? /^(storage|domain|tools\/keys|tools\/files)$/.test(to)
      : /^(node:.*|kysely|pg)$/.test(target);
    assert.ok(allowed, `${file} imports ${target}`);
  }
});

test("only storage knows its engines, and only config reads which one is set: the rest asks the engine", () => {
  for (const { file, target, from } of imports) {
    if (from === "storage") continue;
    assert.doesNotMatch(target, /^src\/storage\/(sqlite|postgres)\//, `${file} imports ${target}`);
  }
  const asking = sources.filter((file) => !/^src\/(storage|config)\/|\.test\.ts$/.test(file));
  assert.ok(asking.length > 500);
  for (const file of asking) {
    assert.doesNotMatch(readFileSync(file, "utf8"), /(\.|[{,]\s*)postgres\b(?!:)/, file);
  }
});

test("the text of a secret is read by these files alone", () => {
  // A method that is taken without a call counts too: it could be called elsewhere.
  const found = sources
    .filter((file) => !/\.test\.ts$|^src\/storage\/contract\//.test(file))
    .filter((file) => /\.reveal\b|[{,] reveal\b/.test(readFileSync(file, "utf8")));
  assert.deepEqual(found.sort(), revealing);
});

test("oauth1 and domain know nothing from outside but Node's buffers and cryptography", () => {
  for (const { file, target, from, inside } of imports) {
    if (!/^(oauth1|domain)$/.test(from) || inside) continue;
    assert.match(target, /^node:(crypto|buffer)$/, file);
  }
});

test("the service sees what oauth1 exports to everybody, and its commands the client of the admin API", () => {
  for (const { file, target, from } of imports) {
    if (file.startsWith("packages/") || !target.startsWith("packages/")) continue;
    const seen = from === "program/cli" && target === aliases["#admin-client"];
    assert.ok(seen || target === aliases["#oauth1"], `${file} imports ${target}`);
  }
});

test("a package sees nothing of the service and of the other packages", () => {
  const files = sources.filter((file) => /^packages\/(?!.*\.test\.ts$)/.test(file));
  for (const name of ["oauth1", "client", "conformance"]) {
    assert.ok(files.some((file) => file.startsWith(`packages/${name}/`)));
  }
  for (const { file, target, inside } of imports) {
    const [, own] = /^(packages\/\w+\/src\/)/.exec(file) ?? [];
    if (own !== undefined && inside) assert.ok(target.startsWith(own), `${file} imports ${target}`);
  }
});

test("the service uses no web framework", () => {
  for (const { file, target, from } of imports) {
    if (/^(@?fastify|express$|hono)/.test(target)) {
      assert.equal(from, "client", `${file} imports ${target}`);
    }
  }
});

test("the client runs in other people's servers: it imports Node, and of a framework its types alone", () => {
  const seen = imports.filter((one) => one.from === "client");
  assert.ok(seen.length > 10);
  for (const { file, target, inside } of seen) {
    if (inside) continue;
    assert.match(target, /^(node:[a-z]+|fastify|hono)$/, `${file} imports ${target}`);
    if (isBuiltin(target)) continue;
    const types = new RegExp(`^import type [^;]+ from "${target}";$`, "m");
    assert.match(readFileSync(file, "utf8"), types, `${file} needs ${target} to run`);
  }
});

test("the conformance kit imports Node, zod and, for an approval in a browser, Playwright", () => {
  const seen = imports.filter((one) => one.from === "conformance");
  assert.ok(seen.length > 50);
  for (const { file, target, inside } of seen) {
    if (inside) continue;
    assert.match(target, /^(node:[a-z_/]+|zod|playwright-core)$/, `${file} imports ${target}`);
  }
});

test("a browser is loaded only by who wants one for an approval, and may be missing", () => {
  const named = imports.filter((one) => one.target === "playwright-core").map((one) => one.file);
  const user = "packages/conformance/src/approval/browser.ts";
  assert.deepEqual([...new Set(named)], [user]);
  const direct = /^import (?!type\b)[^;]* from "playwright-core";$/m;
  assert.doesNotMatch(readFileSync(user, "utf8"), direct);
});

test("a start loads no library that only some servers use: they are loaded with their first use", () => {
  const later = [
    "highlight.js/lib/core",
    "markdown-it",
    "nodemailer",
    "openid-client",
    "pg",
    "prom-client",
    "zod",
  ];
  const importing = new Set(imports.map((one) => one.target));
  for (const name of later) assert.ok(importing.has(name), name);
  for (const start of ["src/program/cli/main.ts", "src/program/service.ts"]) {
    const loaded = loadedWith(start);
    assert.ok(loaded.has("commander") || loaded.has("pino"), start);
    for (const name of later) assert.ok(!loaded.has(name), `${start} loads ${name}`);
  }
});

test("no endpoint imports another", () => {
  const listed = imports.filter((one) => isIndex(one.file)).map((one) => one.target);
  const operations = listed.filter((target) => target.startsWith("src/http/endpoints/"));
  assert.ok(operations.length > 10);
  for (const { file, target } of imports) {
    if (!isIndex(file)) assert.ok(!operations.includes(target), `${file} imports ${target}`);
  }
});

test("a file of src/http/endpoints exports one operation and nothing else, and its path is the file's", async () => {
  const pathsOf = new Map<unknown, readonly string[]>([
    ...endpoints.map((one) => [one, one.paths] as const),
    ...internalEndpoints.map((one) => [one, [`/internal${one.path}`]] as const),
  ]);
  const files = sources.filter((one) => one.startsWith("src/http/endpoints/") && !isIndex(one));
  assert.equal(files.length, pathsOf.size);
  for (const file of files) {
    const exported = Object.values(await import(`../${file}`));
    assert.equal(exported.length, 1, `${file} exports more or less than its operation`);
    const paths = pathsOf.get(exported[0]);
    assert.ok(paths, `${file}: no index lists what it exports`);
    for (const path of paths) assert.equal(file, fileOf(path), path);
  }
});

test("a page's view is the file of that path under src/pages/views, which operations or pages import", () => {
  const shown = imports.filter((one) => one.from.startsWith("http/"));
  const imported = new Set(shown.map((one) => one.target));
  for (const { paths, produces } of endpoints) {
    if (produces !== "page" || withoutView.includes(paths[0])) continue;
    const view = fileOf(paths[0]).replace("src/http/endpoints/", "src/pages/views/");
    assert.ok(imported.has(view), `${paths[0]}: nothing imports ${view}`);
  }
});

test("every package that is imported is a dependency, and every dependency is imported", () => {
  for (const root of [".", "packages/oauth1", "packages/client", "packages/conformance"]) {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const { dependencies = {}, peerDependencies = {} } = manifest;
    const own = (file: string) =>
      root === "." ? file.startsWith("src/") : file.startsWith(`${root}/src/`);
    const packages = imports
      .filter(({ file, target, inside }) => own(file) && !inside && !isBuiltin(target))
      .map(({ target }) => target.split("/", target.startsWith("@") ? 2 : 1).join("/"))
      .filter((name) => !(name in peerDependencies));
    assert.deepEqual([...new Set(packages)].sort(), Object.keys(dependencies).sort(), root);
  }
});

test("every exception is still needed", () => {
  for (const [file = "", target = ""] of exceptions.map((one) => one.split(" → "))) {
    assert.ok(readFileSync(file, "utf8").includes(`"${target}"`), `${file} → ${target}`);
  }
});

/** What a module loads when it is loaded, and not only when it calls `import()`: files and packages. */
function loadedWith(start: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [start];
  for (const file of waiting) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    if (!file.endsWith(".ts")) continue;
    const found = readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type\b)(?:[^;"]* from )?"([^"]+)"/gm,
    );
    waiting.push(...[...found].map(([, to = ""]) => importOf(file, to).target));
  }
  return loaded;
}

/** It lists the operations of the other files. */
function isIndex(file: string): boolean {
  return file === "src/http/endpoints/index.ts";
}

/** The rule of ARCHITECTURE.md for the file of an operation's path. */
function fileOf(path: string): string {
  if (path === "/") return "src/http/endpoints/home.ts";
  return `src/http/endpoints${path
    .replace(/\.json$/, "")
    .replaceAll("/:", "/")
    .replaceAll("_", "-")}.ts`;
}

function importOf(file: string, target: string) {
  const alias = aliases[target];
  const inside = target.startsWith(".") || alias !== undefined;
  const path = alias ?? (inside ? join(dirname(file), target) : target);
  return { file, target: path, inside, from: partOf(file), to: inside ? partOf(path) : path };
}

/** `packages/oauth1/src/sign.ts` → `oauth1`, `src/config/row.ts` → `config`, `src/tools/spans.ts` → `tools/spans`. */
function partOf(path: string): string {
  const [, folder = "", name = ""] = path.replace(/\.ts$/, "").split("/");
  return /^(program|http|tools)$/.test(folder) ? `${folder}/${name}` : folder;
}

/** `tools/keys` → `tools`. */
function folderOf(part: string): string {
  return part.replace(/\/.*/, "");
}

/** What one gets to from a folder by arrows. */
function reached(from: string, arrows: readonly (readonly [string, string])[]): Set<string> {
  const folders = new Set([from]);
  for (const folder of folders) {
    for (const [start, end] of arrows) if (start === folder) folders.add(end);
  }
  return folders;
}

function rowOf(part: string): number {
  const row = rows.findIndex((each) => each.includes(part));
  assert.notEqual(row, -1, `${part} has no row`);
  return row;
}

function isBuiltin(target: string): boolean {
  return target.startsWith("node:") || builtinModules.includes(target);
}

/** Packages that the service does not import: they have no row. */
function isApart(part: string): boolean {
  return part === "client" || part === "conformance";
}
