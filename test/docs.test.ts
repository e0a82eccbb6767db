/** The documents agree with the program: generated parts are up to date, and everything named exists. */
import assert from "node:assert/strict";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import { citations, references, statements, withdrawnStatements } from "../bin/write-reference.ts";
import { accessTextsOf } from "../src/config/access-texts.ts";
import { configTable } from "../src/config/config.ts";
import { readIdentityProviders } from "../src/config/identity-providers.ts";
import { configPrefix } from "../src/config/row.ts";
import { type RequestErrorName, requestErrors } from "../src/domain/errors.ts";
import { personalParts } from "../src/domain/personal-data.ts";
import { languages } from "../src/pages/languages/languages.ts";
import { programOf } from "../src/program/cli/commands.ts";
import { engineFor } from "../src/storage/engine.ts";
import { guideBlock } from "./support/guide-block.ts";

const documents = globSync(["*.md", "docs/**/*.md", "examples/**/*.md", "packages/*/*.md"]);
const sources = globSync(
  ["src", "packages/*/src", "packages/*/test", "test", "bench", "bin"].map(
    (folder) => `${folder}/**/*.ts`,
  ),
  // Generated from the comments of the sources, with another indentation.
  { exclude: ["test/package/api/*"] },
);
const contributing = readFileSync("CONTRIBUTING.md", "utf8");
const { dependencies, devDependencies, allowScripts } = JSON.parse(
  readFileSync("package.json", "utf8"),
);

test("package.json says of each package with an install script whether it may run; esbuild works without its own", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const scripted = Object.entries<{ hasInstallScript?: true }>(packages)
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  assert.deepEqual(
    allowScripts,
    Object.fromEntries(scripted.map((name) => [name, name !== "esbuild"])),
  );
});

for (const [path, text] of Object.entries(await references())) {
  test(`${path} is what \`npm run reference\` writes`, () => {
    assert.equal(existsSync(path) && readFileSync(path, "utf8"), text, "run it again");
  });
}

test("every statement of the interface is cited by a test, and every citation has its statement", () => {
  const numbers = statements();
  assert.equal(new Set(numbers).size, numbers.length);
  const cited = new Set(citations().map((one) => one.statement));
  assert.deepEqual(
    numbers.filter((one) => !cited.has(one)),
    [],
    "statements without a test",
  );
  assert.deepEqual(
    [...cited].filter((one) => !numbers.includes(one)),
    [],
    "citations without a statement",
  );
});

test("ids of statements are permanent: none is missing from its chapter's numbers unless it was withdrawn", () => {
  const listed = statements();
  const withdrawn = withdrawnStatements();
  const chapters = Map.groupBy([...listed, ...withdrawn], (id) => id.split(".")[0]);
  for (const [chapter, ids] of chapters) {
    const expected = ids.map((_, at) => `${chapter}.${at + 1}`);
    assert.deepEqual(
      new Set(ids),
      new Set(expected),
      `${chapter}: a number was left out or reused`,
    );
  }
});

test("the README's pictures exist, each for light and dark pages, and are small", () => {
  const readme = readFileSync("README.md", "utf8");
  const pictures = [
    ...readme.matchAll(
      /<source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)"><img src="([^"]*)"/g,
    ),
  ];
  const named = [...readme.matchAll(/ (?:src|srcset)="([^"]*)"/g)].map(([, path = ""]) => path);
  assert.deepEqual(
    pictures.flatMap(([, dark = "", light = ""]) => [dark, light]),
    named,
  );
  assert.deepEqual(
    named.map((path) => path.replace("-dark.", "-light.")).filter((_, at) => at % 2 === 0),
    named.filter((_, at) => at % 2 === 1),
  );
  assert.ok(named.length > 0);
  const bytes = named.reduce((sum, path) => sum + statSync(path).size, 0);
  assert.ok(bytes < 250_000, `${bytes} bytes`);
  assert.deepEqual(globSync("docs/images/*").sort(), named.toSorted());
});

for (const document of documents) {
  test(`${document}: links lead to files and headings that exist, and named files exist`, () => {
    const text = readFileSync(document, "utf8");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const path = file === "" ? document : join(dirname(document), file);
      assert.ok(existsSync(path), `${document} links to ${target}`);
      if (anchor === undefined || !path.endsWith(".md")) continue;
      assert.ok(anchorsOf(path).includes(anchor), `${document} links to ${target}`);
    }
    for (const path of pathsIn(text)) assert.ok(existsSync(path), `${document} names ${path}`);
  });
}

for (const document of documents) {
  test(`${document}: parentheses and code spans are closed, and nothing outside of code is read as a tag`, () => {
    const text = readFileSync(document, "utf8").replace(/^ *```.*?^ *```$/gms, "\n");
    const tag = /<(?!https?:|!--|\/?(?:p|picture|source|img|br|details|summary)\b)[^>\n]*>/;
    const problems = blocksOf(text).filter((block) => {
      const prose = block.replace(/`[^`]*`/g, "").replace(/\]\([^)]*\)/g, "]");
      const count = (mark: string) => prose.split(mark).length - 1;
      return count("(") !== count(")") || prose.includes("`") || tag.test(prose);
    });
    assert.deepEqual(problems, []);
  });
}

test("decisions, evidence, and what contributors read name files by their own names", () => {
  const paths = [
    ...["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "docs/security-model.md"],
    ...globSync(["docs/adr/*.md", "docs/evidence/*.md"]),
  ];
  const folders = "{src,packages,test,bench,bin,examples,ops,docs}/**/*";
  const names = new Set(globSync([folders, "*"], { exclude: ["**/node_modules/**"] }).map(baseOf));
  // `npm pack` builds it from src/program/main.ts.
  names.add("main.js");
  const unknown = paths.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/`([\w./-]*\w\.(?:ts|mts|mjs|js|sh|py|go|php|css))`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !names.has(baseOf(name)))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test("how many requests are verified per second has one place: docs/performance.md, and scaling.md follows from it", () => {
  const from = ["docs/performance.md", "docs/guide/scaling.md"]
    .map((path) => readFileSync(path, "utf8"))
    .join();
  const rate =
    /([\d,]+\d) (?:signed )?(?:requests|verifications)(?: with bearer tokens)? per second/g;
  const others = documents.filter((path) => !/^docs\/(?:adr|evidence|performance)/.test(path));
  const unknown = others.flatMap((path) =>
    [...readFileSync(path, "utf8").replace(/\s+/g, " ").matchAll(rate)]
      .filter(([, number = ""]) => !from.includes(number))
      .map(([words]) => `${path}: ${words}`),
  );
  assert.deepEqual(unknown, []);
});

test("postgresql.md, scaling.md, and deploying.md: as many connections as the source opens", () => {
  const constantOf = (path: string, name: string) =>
    Number(new RegExp(`^const ${name} = (\\d+);`, "m").exec(readFileSync(path, "utf8"))?.[1]);
  const ledger = constantOf("src/storage/engine.ts", "ledgerConnections");
  const least = constantOf("src/storage/engine.ts", "minConnections");
  // The nonce store and the rate limiter of a process have connections of their own.
  const others = 2 * constantOf("src/storage/postgres/temporary-schema.ts", "maxConnections");
  const guide = readFileSync("docs/guide/postgresql.md", "utf8");
  assert.ok(guide.includes(`A server opens up to ${ledger + others} connections.`));
  assert.ok(guide.includes(`up to ${ledger} + ${others} N connections`));
  assert.ok(guide.includes(`or ${least + others} N if that is more`));
  // During an upgrade, `maxSurge` pods run beside the others, and one that stops ends before the next one is told to.
  const deployment = readFileSync("ops/kubernetes/deployment.yaml", "utf8");
  const numberOf = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(deployment)?.[1]);
  const pods = numberOf("replicas") + numberOf("maxSurge") + 1;
  assert.ok(numberOf("minReadySeconds") >= numberOf("terminationGracePeriodSeconds"));
  const deploying = readFileSync("docs/guide/deploying.md", "utf8").replace(/\s+/g, " ");
  assert.ok(deploying.includes(`opens up to ${ledger + others} connections`));
  assert.ok(deploying.includes(`has to allow ${pods * (ledger + others)},`));
  const scaling = readFileSync("docs/guide/scaling.md", "utf8");
  const rows = [...scaling.matchAll(/^[\d,]{6,} +(\d+) .* (\d+)$/gm)];
  assert.equal(rows.length, 3);
  for (const [row, processes, connections] of rows) {
    const bound = Math.max(
      ledger + others * Number(processes),
      (least + others) * Number(processes),
    );
    assert.equal(Number(connections), bound, row);
  }
});

test("ADR 21 names each part of an engine, and counts nothing that grows", () => {
  const path = "docs/adr/0021-a-second-engine.md";
  const kept = { database: ":memory:", postgres: undefined, databaseTimeout: 1, processes: 1 };
  const parts = Object.keys(engineFor({ ...kept, dataDir: "" }));
  const named = tables(path, "part").flatMap(([name = ""]) => namesIn(name));
  assert.deepEqual(named.toSorted(), parts.toSorted());
  const number = /\b(\d+|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty)\b/i;
  const sentences = readFileSync(path, "utf8").split(/[.:|]\s/);
  const counting = sentences.filter((one) => /\b(ports|methods)\b/.test(one) && number.test(one));
  assert.deepEqual(counting, []);
});

test("docs/guide/privacy.md: every member of the document about a user, and no other", () => {
  const guide = readFileSync("docs/guide/privacy.md", "utf8");
  const [, table = ""] = /\| Member \| Content \|\n(.*?)\n\n/s.exec(guide) ?? [];
  const members = table.split("\n").flatMap((row) => {
    const [, names = ""] = row.split("|");
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  });
  assert.deepEqual(members.sort(), [...personalParts].sort());
  const writer = readFileSync("src/http/actions/personal-data.ts", "utf8");
  const [, first = ""] = /yield `(.*?)`;/.exec(writer) ?? [];
  for (const [, member = ""] of first.matchAll(/"(\w+)":/g))
    assert.ok(guide.includes(`\`${member}\``), member);
});

test("docs/guide/branding.md: the texts of access levels are a file that a start accepts", () => {
  const text = guideBlock("branding", "access-texts.json");
  assert.equal(accessTextsOf(text, Object.keys(languages)).size, Object.keys(languages).length);
});

test("docs/reference/limits.md has every bound of the domain, except those that no one meets", () => {
  const unmet = [
    "maxAdminRequestMs",
    "maxApplicationChanges",
    "maxApprovalsShown",
    "maxDetails",
    "maxEffectsLength",
    "maxFound",
    "maxLoggedAtOnce",
    "maxPasskeyIdLength",
    "maxSearchText",
  ];
  const page = readFileSync("bin/reference/limits.ts", "utf8");
  const bounds = globSync("src/domain/**/*.ts").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^export const (max[A-Z]\w*)/gm)].map(([, one]) => one),
  );
  const missing = bounds.filter((name) => !new RegExp(`\\b${name}\\b`).test(page));
  assert.deepEqual(missing.sort(), unmet);
});

test("docs/guide/single-sign-on.md: the file is one that a start accepts", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-guide-"));
  const file = join(directory, "identity-providers.json");
  writeFileSync(file, guideBlock("single-sign-on", "identity-providers.json"));
  for (const name of ["staff.secret", "partners.secret"]) {
    writeFileSync(join(directory, name), "a secret", { mode: 0o600 });
  }
  const problems = readIdentityProviders(file).map(({ id }) => id);
  rmSync(directory, { recursive: true });
  assert.deepEqual(problems, ["staff", "partners"]);
});

test("every page of docs/guide is in docs/README.md", () => {
  const index = readFileSync("docs/README.md", "utf8");
  const missing = globSync("guide/**/*.md", { cwd: "docs" }).filter(
    (path) => !index.includes(`](${path})`),
  );
  assert.deepEqual(missing, []);
});

test("a name that begins with COUNTERSIGN_ is a setting, or a command takes it: every command rejects others", () => {
  const known = new Set([
    ...Object.values(configTable).map(({ name }) => `${configPrefix}${name}`),
    ...["COUNTERSIGN_API_KEY", "COUNTERSIGN_API_KEY_FILE"],
  ]);
  const files = globSync(["ops/**/*", "examples/**/*"]).filter((one) => statSync(one).isFile());
  const unknown = [...documents, ...files].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bCOUNTERSIGN_[A-Z0-9_]*[A-Z0-9]\b(?![_*])/g)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${file}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test("every command in a document exists, and so do its options", () => {
  const wrong = documents.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const problems = commandsIn(text).flatMap((words) => problemsOf(words));
    return problems.map((problem) => `${path}: ${problem}`);
  });
  assert.deepEqual(wrong, []);
});

test("docs/guide/scaling.md: the costs are those of docs/performance.md, and the rates follow from them", () => {
  const measured = readFileSync("docs/performance.md", "utf8");
  const rows = tables("docs/guide/scaling.md", "Work");
  assert.ok(rows.length >= 5);
  for (const [work, ...cells] of rows) {
    const [micros = 0, full = 0, planned = 0] = cells.map((cell) =>
      Number(cell.replace(/[^\d.]/g, "")),
    );
    assert.ok(measured.includes(`| ${micros.toLocaleString("en")} |`), work);
    assert.ok(Math.abs((full * micros) / 1e6 - 1) < 0.02, work);
    assert.ok(Math.abs(planned / full / 0.65 - 1) < 0.02, work);
  }
});

test("docs/guide/upgrades.md: the oldest versions that are supported are those that the programs check", () => {
  const guide = readFileSync("docs/guide/upgrades.md", "utf8");
  const [, node] = /"\$major" -lt (\d+)/.exec(readFileSync("bin/countersign", "utf8")) ?? [];
  const [, postgres] =
    /oldestVersion = (\d+)/.exec(
      readFileSync("src/storage/postgres/server-requirements.ts", "utf8"),
    ) ?? [];
  assert.match(guide, new RegExp(`^\\| Node, for the service \\| ${node} or later `, "m"));
  assert.match(guide, new RegExp(`^\\| PostgreSQL \\| ${postgres} or later `, "m"));
  const [, bun, deno] =
    /bun@(\d+\.\d+)\S* deno@(\d+\.\d+)/.exec(readFileSync(".ci/run", "utf8")) ?? [];
  assert.ok(guide.includes(`Bun ${bun}, Deno ${deno}`));
});

test("CONTRIBUTING.md: the files of a new language are those that every language has", () => {
  const [, chapter = ""] = contributing.split("## Adding a language");
  const [, list = ""] = /these files of(.*?)\n2\. /s.exec(chapter) ?? [];
  const named = [...list.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name = ""]) => name);
  const folders = ["english", "spanish", "arabic"].map((one) => `src/pages/languages/${one}`);
  const [first = [], ...others] = folders.map((cwd) =>
    globSync("**/*.ts", { cwd, exclude: ["**/*.test.ts"] }),
  );
  const shared = first.filter((name) => others.every((names) => names.includes(name)));
  assert.deepEqual(named, shared.sort());
  assert.equal(folders.length, Object.keys(languages).length);
});

test("CONTRIBUTING.md: the files of a hypothesis are those that the example is in", () => {
  const [, chapter = ""] = contributing.split("## Adding a hypothesis to the doctor");
  const named = [...chapter.matchAll(/`((?:src|test\/doctor)\/[\w/-]+\.ts)`/g)].map(
    ([, one = ""]) => one,
  );
  const measures = "test/doctor/main.ts";
  const files = globSync(["src/**/*.ts", "test/doctor/*.ts"], { exclude: ["**/*.test.ts"] }).filter(
    (path) => readFileSync(path, "utf8").includes('"query-unsigned"'),
  );
  assert.deepEqual(named.sort(), [...files, measures].sort());
  const faults = readFileSync("test/doctor/faults.ts", "utf8");
  const [, fault = ""] = /"([^"]*)",\s*\["query-unsigned"/.exec(faults) ?? [];
  assert.match(
    readFileSync("docs/evidence/doctor.md", "utf8"),
    new RegExp(`^\\| ${fault} \\|`, "m"),
  );
});

test("CONTRIBUTING.md: the files of a write, and of an event, are those that the examples are in", () => {
  const files = globSync("src/**/*.ts", { exclude: ["**/*.test.ts", "src/http/endpoints/**"] });
  for (const [title, example] of [
    ["Adding a write", /\bchangeNotifications\b/],
    ["Adding an event", /"user\.notifications-changed"/],
  ] as const) {
    const [, chapter = ""] = new RegExp(`## ${title}\n(.*?)\n## `, "s").exec(contributing) ?? [];
    const named = [...chapter.matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, one = ""]) => one);
    const problems = files.filter((path) => example.test(readFileSync(path, "utf8")));
    assert.deepEqual(named.sort(), problems.sort(), title);
  }
});

test("CONTRIBUTING.md: the files of an action are those that the example is in", () => {
  const [, chapter = ""] =
    /## Adding an action of administrators\n(.*?)\n## /s.exec(contributing) ?? [];
  const named = [...chapter.matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, one = ""]) => one);
  const files = globSync("src/**/*.ts", { exclude: ["**/*.test.ts"] }).filter((path) =>
    /\bremoveFactor\b|\bremove-factor\b/.test(readFileSync(path, "utf8")),
  );
  assert.deepEqual(named.sort(), files.sort());
});

test("ARCHITECTURE.md: a file that rejects a request names the row of the error", () => {
  const rows = tables("ARCHITECTURE.md", "check");
  assert.ok(rows.length > 10);
  for (const [check, names = "", code, file = ""] of rows) {
    for (const name of namesIn(names)) {
      const row = requestErrors[name as RequestErrorName];
      assert.equal(code, `${row.status} (code ${row.code})`, check);
      const [path = ""] = pathsIn(file);
      assert.ok(readFileSync(path, "utf8").includes(`"${name}"`), `${check}: ${path}, ${name}`);
    }
  }
});

test("CONTRIBUTING.md: the files that choose an engine are those that name PostgreSQL", () => {
  const [, chapter = ""] = /## Adding a storage engine\n(.*?)\n## /s.exec(contributing) ?? [];
  const named = [...chapter.matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, one = ""]) => one);
  const exclude = ["**/*.test.ts", "src/storage/{postgres,move,sql,contract}/**"];
  const problems = globSync("src/{config,storage}/**/*.ts", { exclude }).filter((path) =>
    /\bpostgres\b/.test(readFileSync(path, "utf8")),
  );
  assert.deepEqual(named.sort(), problems.sort());
});

test("docs/glossary.md: each term occurs in the source, under the name that the glossary gives", () => {
  const sources = globSync("src/**/*.ts").map((path) => readFileSync(path, "utf8"));
  const text = readFileSync("docs/glossary.md", "utf8");
  const entries = [...text.matchAll(/^- (\*\*.*?\*\* \(`[^)]*`\)): /gm)].map(([, one = ""]) => one);
  assert.equal(entries.length, text.match(/^- /gm)?.length, "each entry has a term and a name");
  for (const entry of entries) {
    for (const name of namesIn(entry)) {
      if (name.includes("/")) continue;
      const word = new RegExp(`\\b${name}\\b`);
      assert.ok(
        sources.some((source) => word.test(source)),
        `src/ has no ${name}`,
      );
    }
    for (const [, term = ""] of entry.matchAll(/\*\*(.*?)\*\*/g)) {
      const words = new RegExp(`\\b${term.replaceAll(" ", "[ \\\\n-]")}`, "i");
      assert.ok(
        sources.some((source) => words.test(source)),
        `src/ never says ${term}`,
      );
    }
  }
});

test("docs/security-model.md: each threat of a test's title has a protection and a test that names it, and no other", () => {
  const rows = tables("docs/security-model.md", "Number");
  const titled = sources
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((path) => readFileSync(path, "utf8").match(/^ *test\(.*|\bT\d\d —/gm) ?? [])
    .flatMap((title) => title.match(/\bT\d\d\b/g) ?? []);
  assert.deepEqual(
    rows.map(([number]) => number),
    [...new Set(titled)].sort(),
  );
  for (const [number = "", , protection = "", tests = ""] of rows) {
    assert.notEqual(protection, "", number);
    const paths = pathsIn(tests);
    assert.ok(paths.length > 0, number);
    for (const path of paths)
      assert.match(readFileSync(path, "utf8"), new RegExp(`\\b${number}\\b`));
  }
});

/** Words that once had another name in the project: one thing has one name. */
const replacedWords: readonly (readonly [RegExp, string])[] = [
  [/\brefus(?:e|es|ing|al|als)\b(?! connections?\b)/i, "reject, deny or error response"],
  [/\bstrangers?\b/i, "anonymous caller"],
  [/\bunproven\b/i, "unauthenticated or unverified"],
  [/\bstand-ins?\b/i, "test server"],
  [/\breplay (?:book|journal)\b|\bReplay(?:Book|Journal)\b/, "nonce store or nonce journal"],
  [/\brate meters?\b|\bRateMeter\b/i, "rate limiter"],
  [/\bverdicts?\b/i, "decision"],
  [/\bdoors?\b/i, "gateway endpoint"],
  [/\bways[ -]in\b(?! which)/i, "sign-in methods"],
  [/\bprivate address(?:es)?\b(?! ranges?\b)/i, "internal address"],
  [/\bembedded (?:ledger|engine)\b/i, "SQLite"],
  [
    /colour(?!space)|behaviour|\bcancelled\b|neighbour(?!\|)|\bgrey\b/i,
    "American spelling: color, behavior, canceled, neighbor, gray",
  ],
  [/\bMisuse\b/, "UsageError"],
  [/\bre(?:ject(?:s|ed)?) to (?!the\b)/, "doesn't, can't, fails to"],
  [
    /\bcountersign doctor\b|guide\/(?:doctor|moving|checking|sizing|keys|recipes)\.md|Signature problems/,
    "Debug a signature; see docs/README.md for the guides",
  ],
  [/\bThrows a Rejection\b/, "Throws, with the status and the code"],
  [/\b(?:most|longest|fewest)[A-Z]\w*/, "maxX or minX"],
  [/\bweighty\b|\bsaysWho\b|\bStoreTrouble\b|\bKept[A-Z]\w*/, "sensitive, namesActor, …"],
  [/\bhot-?(?:reads|rows)\b|\bcensus\b|\bchores\b|\bkeep-up\b|\bupkeep\b/i, "see docs/glossary.md"],
  [
    /\brehears(?:e|al)\w*|\boffered-ring\b|\bis-there\b|\bquick-imports\b/i,
    "interceptor, given-key-ring, …",
  ],
  [/X-Countersign-(?:Attempt|Refusal)/i, "X-Countersign-Request-Id, X-Countersign-Error"],
  [/\btroubles?\b/i, "problem"],
  [/\bold_?(?:consumer_)?secret(?![s"M])/, "previous secret"],
  [/\b(?:endAgain|countersign ended)\b|\bended\.jsonl/, "revokeAgain, revocations"],
  [/\b\w*[uU]nauthenticated[A-Z]\w*/, "failedAuthentication or reauthentication"],
  [
    /\b(?:way-on|who-asks|made-once|kept-form|moved-clock|settled-clock|waiting-lines|why-unread)\b/,
    "continue-to, requester, one-time-form, …",
  ],
];

test("code and documents use one name for one thing, and no replaced one", () => {
  const cited = ["CHANGELOG.md", "docs/evidence/coverage.md"];
  const code = "{src,packages/*/src,packages/*/test,test,bench,bin,examples,ops}/**/*";
  const files = [
    ...documents,
    ...globSync(`${code}.{ts,mjs,js,go,php,py,sh,yaml,yml,json,conf,tf}`),
  ];
  const problems = files
    .filter((path) => !cited.includes(path) && path !== "test/docs.test.ts")
    .flatMap((path) => {
      const text = `${path}\n${readFileSync(path, "utf8")}`;
      return replacedWords.flatMap(([word, now]) => {
        const [old] = word.exec(text) ?? [];
        return old === undefined ? [] : [`${path}: "${old}" is now: ${now}`];
      });
    });
  assert.deepEqual(problems, []);
});

test("documents and sources write a status and an error code as 401 (code 32)", () => {
  const problems = [...documents, ...sources].flatMap((path) => {
    const [wrong] = /\b\d{3} · \d{2,3}\b/.exec(readFileSync(path, "utf8")) ?? [];
    return wrong === undefined ? [] : [`${path}: ${wrong}`];
  });
  assert.deepEqual(problems, []);
});

test("comments are whole: none breaks off, or leaves a parenthesis or a code span open", () => {
  const broken = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^ *\/\*\*(.*?)\*\/$/gms)]
      .map(([, comment = ""]) => comment.replace(/\n *\*/g, "").trim())
      .filter((comment) => !isWhole(comment))
      .map((comment) => `${path}: ${comment}`),
  );
  assert.deepEqual(broken, []);
});

test("comments have at most 120 characters a line", () => {
  const long = sources.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.length > 120 && /^ *(?:\/\/|\/?\*)/.test(line))
      .map((line) => `${path}: ${line}`),
  );
  assert.deepEqual(long, []);
});

function isWhole(comment: string): boolean {
  const count = (mark: string) => comment.split(mark).length - 1;
  // The last word may also be an address, a file or a section.
  const ends = /[.:?!)`"]$|\S*[/§]\S*$/.test(comment);
  return ends && count("`") % 2 === 0 && count("(") === count(")");
}

test("no page installs a package of ours from the npm registry, where none is", () => {
  for (const path of documents) {
    const commands = readFileSync(path, "utf8").match(/\bnpm (?:install|i|add) .*/g) ?? [];
    for (const command of commands) {
      const named = /(?<![\w/.@-])(?:countersign|@countersign\/(?:oauth1|client))\b(?!-)/.test(
        command,
      );
      assert.ok(!named || command.includes(".tgz"), `${path}: ${command}`);
    }
  }
});

test("every dependency has its sentence", () => {
  const text = readFileSync("docs/dependencies.md", "utf8");
  const described = [...text.matchAll(/^- `([^`]+)`/gm)].map(([, name]) => name);
  const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  assert.deepEqual(described.sort(), named.sort());
});

/** The rows, as lists of cells, of all tables whose first column has this title. */
function tables(path: string, first: string): readonly (readonly string[])[] {
  const lines = readFileSync(path, "utf8").split("\n");
  const cells = (line: string) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));
  return lines.flatMap((line, at) => {
    if (!line.startsWith(`| ${first} |`)) return [];
    const after = lines.slice(at + 2);
    const end = after.findIndex((one) => !one.startsWith("|"));
    return after.slice(0, end === -1 ? after.length : end).map(cells);
  });
}

/** The words of each `countersign …` in the code blocks for a shell and in the code spans of a document. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const blocks = [...text.matchAll(/^ *```sh\b[^\n]*\n(.*?)^ *```/gms)].map(([, one = ""]) => one);
  const outside = text.replace(/^ *```.*?^ *```/gms, "");
  const spans = [...outside.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one.replace(/\s+/g, " "));
  const lines = [...blocks.map((one) => one.replace(/\\\n/g, " ")), ...spans].flatMap((one) =>
    one.split("\n"),
  );
  // `docker exec` and `kubectl --namespace` take the name of a container or a namespace first.
  const command =
    /(?:^|[\s(;&|])(?<!(?:exec|namespace) )(?:\S*\/)?countersign(?:-admin)? ([a-z][^|;&<>#)…]*)/g;
  return lines.flatMap((line) =>
    [...line.matchAll(command)].map(([, words = ""]) => words.match(/'[^']*'|"[^"]*"|\S+/g) ?? []),
  );
}

const program = await programOf();

function problemsOf(words: readonly string[]): string[] {
  let at: Command = program;
  let next = 0;
  while (at.commands.length > 0 && next < words.length) {
    const name = words[next];
    const inner = at.commands.find((one) => one.name() === name);
    if (inner === undefined) {
      // An operand, as in `backup FILE`.
      if (at.registeredArguments.length > 0) break;
      return [`there is no command ${words.slice(0, next + 1).join(" ")}`];
    }
    at = inner;
    next += 1;
  }
  const options = [...at.options.map(({ long }) => long), "--help"];
  return words
    .slice(next)
    .filter((word) => /^--\w/.test(word) && !options.includes(word.replace(/=.*/, "")))
    .map((option) => `${words.join(" ")}: there is no ${option}`);
}

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(path: string): string[] {
  const text = readFileSync(path, "utf8").replace(/^ *```.*?^ *```$/gms, "");
  const seen = new Map<string, number>();
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Paragraphs, items of lists, and rows of tables. */
function blocksOf(markdown: string): string[] {
  return markdown.split(/\n\s*\n|\n(?= *(?:[-*|]|\d+\.) )/);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

/** The names of this repository's files and folders in code spans and code blocks. */
function pathsIn(text: string): string[] {
  const folder = /^(?:src|test|docs|bin|bench|examples|\.ci)\/[\w./-]*$/;
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const words = [...blocks, ...spans].flatMap((code) => code.split(/[\s'"]+/));
  return words.filter((word) => folder.test(word));
}
