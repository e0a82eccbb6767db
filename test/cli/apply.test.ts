/** `apply`, and the export that it reads, on the database and through the API of a running service. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeApiKey } from "../admin-api/support.ts";
import { json, type Keys, makeAlice, makeApp, password, scratchDirectory } from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

const weather = `applications:
  - name: Weather Bot
    owner: alice
    access: read
    callbacks: [https://weather.example/cb]
    limits: { oauth2/token: 10 }
    collaborators: { bob: editor }
    secrets: { file: ./weather.env }
`;

for (const [through, how] of [
  ["database", "on the database"],
  ["api", "--url"],
] as const) {
  test(`apply ${how} — a new application with all its parts, whose keys are in a new file`, async () => {
    await using world = await startWorld(through);
    const planned = await world.apply(weather, "--plan");
    assert.equal(planned.status, 2, planned.stderr);
    assert.equal(
      planned.stdout,
      `create application Weather Bot of alice, with read access
  callbacks: (none) -> https://weather.example/cb
  limits: (none) -> oauth2/token=10
  collaborators: (none) -> bob=editor
  secrets: (none) -> ./weather.env
1 change to make
`,
    );
    assert.deepEqual(await world.applications(), []);
    const applied = await world.apply(weather);
    assert.equal(applied.status, 0, applied.stderr);
    const file = world.at("weather.env");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const [, key = "", secret = ""] =
      /^CONSUMER_KEY=(\S+)\nCONSUMER_SECRET=(\S+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
    assert.ok(!planned.stdout.concat(applied.stdout, applied.stderr).includes(secret));
    const [application] = await world.applications();
    assert.deepEqual([application?.consumer_key, application?.name], [key, "Weather Bot"]);
    for (const options of [[], ["--plan"]]) {
      assert.deepEqual(await world.apply(weather, ...options), {
        ...{ status: 0, stdout: "nothing to do\n", stderr: "" },
      });
    }
    const { audited } = await world.audit();
    assert.deepEqual(
      audited.slice(-4, -1).map(({ name, actor }) => [name, actor]),
      ["application.created", "application.limits-changed", "collaborator.invited"].map((name) => [
        name,
        world.actor,
      ]),
    );
  });

  test(`apply ${how} — what ends something needs --yes; what the file leaves out stays`, async () => {
    await using world = await startWorld(through);
    await world.apply(weather);
    const other = await makeApp(world.options);
    const [{ consumer_key: key = "" } = {}] = (await world.applications()).filter(
      (one) => one.consumer_key !== other.consumer_key,
    );
    const before = await world.shown(other.consumer_key);
    const changed = `applications:
  - consumer_key: ${key}
    description: Forecasts
    owner: bob
    callbacks: []
    limits: {}
    collaborators: { alice: viewer }
    suspended: too many requests
`;
    const asked = await world.apply(changed);
    assert.equal(asked.status, 1);
    assert.match(asked.stderr, /run it again with --yes/);
    assert.match(asked.stdout, / {2}! alice loses access to the application\.\n/);
    assert.match(asked.stdout, / {2}! Requests with https:\/\/weather\.example\/cb are rejected/);
    assert.match(asked.stdout, / {2}! bob is no longer a collaborator\.\n/);
    assert.match(asked.stdout, / {2}suspended: \(none\) -> too many requests\n/);
    assert.equal((await world.shown(key)).owner.screen_name, "alice");
    const applied = await world.apply(changed, "--yes");
    assert.equal(applied.status, 0, applied.stderr);
    const { name, owner, description, suspended_because: because } = await world.shown(key);
    assert.deepEqual(
      [name, owner.screen_name, description, because],
      ["Weather Bot", "bob", "Forecasts", "too many requests"],
    );
    assert.equal((await world.apply(changed, "--plan")).stdout, "nothing to do\n");
    const restored = `applications: [{ consumer_key: ${key}, suspended: false }]`;
    assert.equal((await world.apply(restored)).status, 0, "lifting a suspension ends nothing");
    assert.equal((await world.shown(key)).suspended_because, null);

    const gone = `applications: [{ owner: bob, name: Weather Bot, state: absent }]`;
    assert.equal((await world.apply(gone)).status, 1);
    const deleted = await world.json<{ applied: boolean; changes: object[] }>(gone, "--yes");
    assert.deepEqual(deleted, {
      applied: true,
      changes: [
        {
          action: "delete",
          what: `application Weather Bot (${key})`,
          differences: [],
          ends: ["The application and all its tokens are deleted."],
        },
      ],
    });
    assert.deepEqual(await world.json(gone), { applied: false, changes: [] });
    assert.deepEqual(await world.shown(other.consumer_key), before);
  });

  test(`apply ${how} — no keys, no application: a file that exists, and a command that fails`, async () => {
    await using world = await startWorld(through);
    writeFileSync(world.at("weather.env"), "mine");
    const taken = await world.apply(`${weather}settings: { sign_up: closed }`);
    assert.equal(taken.status, 1);
    assert.match(taken.stderr, /nothing was changed: 1 .*\n.*Weather Bot.*\.\/weather\.env exists/);
    assert.equal(readFileSync(world.at("weather.env"), "utf8"), "mine");
    const by = (script: string) =>
      weather.replace(
        "{ file: ./weather.env }",
        `{ command: [sh, -c, ${JSON.stringify(script)}], format: json }`,
      );
    const failed = await world.apply(by("cat > kept; exit 3"));
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /0 of 1 change made.*\n.*the command sh ended with 3/);
    const missing = await world.apply(
      weather.replace("{ file: ./weather.env }", "{ command: [no-such-command] }"),
    );
    assert.match(missing.stderr, /no-such-command.*ENOENT/);
    assert.deepEqual(await world.applications(), []);
    const applied = await world.apply(by("cat > kept"));
    assert.equal(applied.status, 0, applied.stderr);
    const kept = JSON.parse(readFileSync(world.at("kept"), "utf8"));
    assert.deepEqual(Object.keys(kept), ["consumer_key", "consumer_secret"]);
    assert.deepEqual(
      (await world.applications()).map((one) => one.consumer_key),
      [kept.consumer_key],
    );
  });

  test(`apply ${how} — a change that someone else made since the plan is noticed, and theirs stays`, async () => {
    await using world = await startWorld(through);
    const { consumer_key: key } = await makeApp(world.options);
    const { executable } = await import("./command.ts");
    const meanwhile = [executable, "app", "change", "--consumer-key", key, "--name", "Theirs"];
    const raced = `applications:
  - consumer_key: first-key
    name: First
    owner: alice
    access: read
    secrets: { command: ${JSON.stringify(meanwhile)} }
  - consumer_key: ${key}
    name: Ours
`;
    const ended = await world.apply(raced);
    assert.equal(ended.status, 1);
    assert.match(ended.stderr, /1 of 2 changes made.*\n.*someone else changed it at the same time/);
    assert.equal((await world.shown(key)).name, "Theirs");
    assert.equal((await world.apply(raced)).status, 0);
    assert.equal((await world.shown(key)).name, "Ours");
  });

  test(`apply ${how} — keys that were written before a creation failed are taken back`, async () => {
    await using world = await startWorld(through);
    const crowd = Array.from(
      { length: 6 },
      (_, at) =>
        `  - { name: App ${at}, owner: alice, access: read, collaborators: { bob: viewer }, secrets: { file: ${at}.env } }\n`,
    );
    const ended = await world.apply(`applications:\n${crowd.join("")}`);
    assert.equal(ended.status, 1);
    assert.match(ended.stderr, /5 of 6 changes made.*App 5.*\n.*too many open invitations/);
    assert.deepEqual([existsSync(world.at("4.env")), existsSync(world.at("5.env"))], [true, false]);
    assert.equal((await world.applications()).length, 5);
  });

  test(`apply ${how} — an entry with a key is that application or none: its name finds no other one`, async () => {
    await using world = await startWorld(through);
    const [deleted, other] = [await makeApp(world.options), await makeApp(world.options)];
    const exported = (await world.yaml()).stdout;
    const gone = ["app", "delete", "--consumer-key", deleted.consumer_key, "--yes"];
    await runHere(gone, world.options);
    const absent = exported.replace(
      `consumer_key: ${deleted.consumer_key}`,
      `consumer_key: ${deleted.consumer_key}\n    state: absent`,
    );
    assert.notEqual(absent, exported);
    assert.equal((await world.apply(absent, "--yes")).stdout, "nothing to do\n");
    const never = `applications: [{ consumer_key: never-existed, owner: alice, name: Weather Bot, state: absent }]`;
    assert.equal((await world.apply(never, "--yes")).stdout, "nothing to do\n");
    const keys = async () => (await world.applications()).map((one) => one.consumer_key);
    assert.deepEqual(await keys(), [other.consumer_key]);
    const present = never.replace(
      "state: absent",
      "access: read, description: Mine, secrets: { file: never.env }",
    );
    assert.equal((await world.apply(present, "--yes")).status, 0);
    assert.deepEqual(new Set(await keys()), new Set([other.consumer_key, "never-existed"]));
    assert.equal((await world.shown(other.consumer_key)).description, "");
    const byName = `applications: [{ owner: alice, name: Weather Bot, state: absent }]`;
    const several = await world.apply(byName, "--yes");
    assert.match(several.stderr, /alice has several applications of this name; give consumer_key/);
    const mixed = `applications:
  - { consumer_key: never-existed, state: absent }
  - { owner: alice, name: Weather Bot, state: absent }
`;
    const both = await world.apply(mixed, "--yes");
    assert.equal(both.status, 0, both.stderr);
    assert.deepEqual(await keys(), []);
  });

  test(`apply ${how} — entries with a key come first, and one without a key may take over a name`, async () => {
    await using world = await startWorld(through);
    const { consumer_key: key } = await makeApp(world.options);
    const taken = `applications:
  - { owner: alice, name: Weather Bot, access: read, secrets: { file: new.env } }
  - { consumer_key: ${key}, name: Old Weather }
`;
    assert.equal((await world.apply(taken)).status, 0);
    const names = (await world.applications()).map(({ name }) => name).toSorted();
    assert.deepEqual(names, ["Old Weather", "Weather Bot"]);
    assert.equal((await world.apply(taken, "--plan")).stdout, "nothing to do\n");
    const twice = await world.apply(`applications:
  - { owner: alice, name: Old Weather, state: absent }
  - { consumer_key: ${key}, description: Mine }
`);
    assert.match(twice.stderr, /\[0\] \(Old Weather\): another entry has this owner and name/);
    assert.equal((await world.shown(key)).description, "");
  });

  test(`apply ${how} — nothing is changed if any entry of the file can't be applied`, async () => {
    await using world = await startWorld(through, { admin: true });
    await runHere(["user", "suspend", "--screen-name", "bob"], world.options);
    const first = weather.replace("    collaborators: { bob: editor }\n", "");
    const again = first.split("\n").slice(1).join("\n").replace("weather.env", "other.env");
    for (const [more, problem] of [
      [again.replace("owner: alice", "owner: '@Alice'"), /lists this application twice/],
      [again.replace("Weather Bot", "'Weather Bot '"), /lists this application twice/],
      [
        again.replace("Weather Bot", "Other").replace("./other.env", "./none/other.env"),
        /there is no directory .*none; create it first/,
      ],
      [
        again.replace("Weather Bot", "Other").replace("other.env", "weather.env"),
        /weather\.env is for the secrets of applications\[0\] too/,
      ],
      ["administrators: [bob]\n", /bob is suspended; lift the suspension first/],
      ["administrators: [alice, bob]\n", /bob is suspended; lift the suspension first/],
    ] as const) {
      const ended = await world.apply(first + more, "--yes");
      assert.equal(ended.status, 1, more);
      assert.match(ended.stderr, /nothing was changed/);
      assert.match(ended.stderr, problem);
      assert.deepEqual(await world.applications(), [], more);
      assert.equal(existsSync(world.at("weather.env")), false);
      assert.deepEqual(await world.admins(), ["alice"]);
    }
  });

  test(`apply ${how} — an application is gone and its secrets are there: the plan shows it with all other changes`, async () => {
    await using world = await startWorld(through);
    await world.apply(weather);
    const [{ consumer_key: key = "" } = {}] = await world.applications();
    await runHere(["app", "delete", "--consumer-key", key, "--yes"], world.options);
    const file = `${weather}settings: { sign_up: closed }\n`;
    const planned = await world.apply(file, "--plan");
    assert.equal(planned.status, 1);
    assert.match(planned.stdout, /create application Weather Bot of alice/);
    assert.match(planned.stdout, /can't be made: \.\/weather\.env exists, although/);
    assert.match(
      planned.stdout,
      /change settings\n {2}sign_up: \(none\) -> closed\n2 changes to make/,
    );
    assert.match(planned.stderr, /nothing was changed: 1 change can't be made\n.*weather\.env/);
    const applied = await world.apply(file, "--yes");
    assert.deepEqual([applied.status, applied.stdout], [1, planned.stdout]);
    assert.deepEqual(await world.applications(), []);
  });

  test(`apply ${how} — applications that the file doesn't name are listed on request`, async () => {
    await using world = await startWorld(through);
    const [named, other] = [await makeApp(world.options), await makeApp(world.options)];
    await world.apply(weather.replace("Weather Bot", "Rain"));
    const file = `applications:
  - consumer_key: ${named.consumer_key}
  - { owner: '@Alice', name: 'Rain ' }
`;
    assert.equal((await world.apply(file, "--plan")).stdout, "nothing to do\n");
    const listed = await world.apply(file, "--plan", "--report-undeclared");
    const line = `undeclared application Weather Bot (${other.consumer_key}) of alice\n`;
    assert.deepEqual([listed.status, listed.stdout], [2, `${line}nothing to do\n`]);
    assert.deepEqual(await world.json(file, "--report-undeclared"), {
      ...{ applied: false, changes: [] },
      undeclared: [{ consumer_key: other.consumer_key, name: "Weather Bot", owner: "alice" }],
    });
    const all = `${file}  - consumer_key: ${other.consumer_key}\n`;
    assert.equal((await world.apply(all, "--plan", "--report-undeclared")).status, 0);
  });

  // interface §16.62
  test(`apply ${how} — --prune deletes what the file neither names nor lets stay, after all other changes`, async () => {
    await using world = await startWorld(through);
    const create = (owner: string, name: string) =>
      json<Keys>(
        ["app", "create", "--owner", owner, "--access", "read", "--name", name],
        world.options,
      );
    const named = await create("alice", "Weather Bot");
    const old = await create("alice", "Old");
    const [tried, theirs] = [await create("alice", "Test 1"), await create("bob", "Theirs")];
    const file = (more: string) =>
      `applications:\n  - { consumer_key: ${named.consumer_key}, description: Named }\n${more}`;
    const keep = "undeclared: { keep: [{ name: Test * }, { owner: '@Bob', name: 'T*rs' }] }\n";
    const keys = async () => (await world.applications()).map((one) => one.consumer_key).toSorted();
    const all = [named, old, tried, theirs].map((one) => one.consumer_key).toSorted();

    for (const [text, problem] of [
      [file(""), /--prune needs `applications` in the file, and `undeclared`/],
      [keep, /--prune needs `applications` in the file, and `undeclared`/],
      [
        file("undeclared: { keep: [{ owner: carol }] }"),
        /keep\[0\]\.owner: there is no user carol/,
      ],
      [file("undeclared: { keep: [{}] }"), /:3: undeclared\.keep\[0\] needs owner, name, or both/],
    ] as const) {
      const { status, stderr } = await world.apply(text, "--prune", "--yes");
      assert.equal(status, 1, text);
      assert.match(stderr, problem);
    }
    const planned = await world.apply(file(keep), "--prune", "--plan");
    assert.equal(planned.status, 2, planned.stderr);
    assert.equal(
      planned.stdout,
      `change application Weather Bot (${named.consumer_key})
  description: (none) -> Named
delete undeclared application Old (${old.consumer_key}) of alice, never used
  ! The application and all its tokens are deleted.
2 changes to make
`,
    );
    const listed = await world.json<{ undeclared: Keys[] }>(file(keep), "--report-undeclared");
    assert.deepEqual(
      listed.undeclared.map((one) => one.consumer_key),
      [old.consumer_key],
    );
    const asked = await world.apply(file(keep), "--prune");
    assert.equal(asked.status, 1);
    assert.match(asked.stderr, /run it again with --yes/);
    assert.deepEqual(await keys(), all);
    const applied = await world.apply(file(keep), "--prune", "--yes");
    assert.equal(applied.status, 0, applied.stderr);
    assert.deepEqual(
      await keys(),
      all.filter((key) => key !== old.consumer_key),
    );
    assert.equal((await world.apply(file(keep), "--prune")).stdout, "nothing to do\n");
    const { audited } = await world.audit();
    const deleted = audited.filter(({ name }) => name === "application.deleted");
    assert.deepEqual(
      deleted.map(({ actor }) => actor),
      [world.actor],
    );
  });

  test(`apply ${how} — --prune deletes what its plan showed: not what was created or changed since`, async () => {
    await using world = await startWorld(through);
    const { executable } = await import("./command.ts");
    const [old, changed] = [await makeApp(world.options), await makeApp(world.options)];
    // The command that stores the keys of the first change runs once the plan is made.
    const meanwhile = [
      `'${executable}' app create --owner bob --access read --name Late`,
      `'${executable}' app transfer --consumer-key ${changed.consumer_key} --screen-name bob`,
    ].join(" && ");
    const file = `applications:
  - { owner: alice, name: First, access: read }
undeclared: { keep: [] }
`;
    const args = ["--prune", "--yes", "--secret-command", `cat > /dev/null; ${meanwhile}`];
    const ended = await world.apply(file, ...args);
    assert.equal(ended.status, 1, ended.stdout);
    assert.match(ended.stderr, /of 3 changes made.*\n.*someone else changed it at the same time/);
    const names = async () => (await world.applications()).map(({ name }) => name).toSorted();
    const left = await names();
    assert.ok(left.includes("Late") && left.includes("Weather Bot"), left.join());
    assert.equal((await world.shown(changed.consumer_key)).owner.screen_name, "bob");
    // Broken off, it goes on where it was.
    assert.equal((await world.apply(file, "--prune", "--yes")).status, 0);
    assert.deepEqual(await names(), ["First"]);
    assert.ok(!(await names()).includes(old.consumer_key));
  });

  // interface §16.63
  test(`T83 — apply ${how}: --secret-command gets the secret of each new application, and nothing else has it`, async () => {
    await using world = await startWorld(through);
    const file = `applications:
  - { name: "$(touch bad)", owner: "@Alice", access: read }
  - { name: Second, owner: bob, access: read, consumer_key: second-key }
  - { name: Third, owner: bob, access: read, secrets: { file: third.env } }
`;
    const kept = world.at("kept");
    const command = [
      `secret=$(cat)`,
      `printf '%s\\n' "$CONSUMER_KEY|$APPLICATION_NAME|$APPLICATION_OWNER|$SECRET_KIND|$secret" >> '${kept}'`,
      `echo "$secret"`,
    ].join("; ");
    const planned = await world.apply(file, "--secret-command", command, "--plan");
    assert.equal(planned.status, 2);
    assert.match(planned.stdout, /Second of bob.*\n {2}secrets: \(none\) -> --secret-command\n/);
    assert.equal(existsSync(kept), false);
    const failed = await world.apply(file, "--secret-command", `${command}; exit 3`);
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /0 of 3 changes made.*\n.*--secret-command ended with 3/);
    assert.deepEqual(await world.applications(), [], "nothing is half done");
    const [, , , , lost = ""] = readFileSync(kept, "utf8").trim().split("|");
    rmSync(kept);

    const applied = await world.apply(file, "--secret-command", command);
    assert.equal(applied.status, 0, applied.stderr);
    const rows = readFileSync(kept, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("|"));
    assert.deepEqual(rows.map(([, ...row]) => row.slice(0, 3)).toSorted(), [
      ["$(touch bad)", "Alice", "consumer-secret"],
      ["Second", "bob", "consumer-secret"],
    ]);
    const stored = await world.applications();
    const keys = new Set(stored.map((one) => one.consumer_key));
    assert.ok(rows.every(([key = ""]) => keys.has(key)) && keys.has("second-key"));
    const secrets = [lost, ...rows.map((row) => row.at(-1) ?? "")];
    assert.ok(secrets.every((secret) => /^\w{40,}$/.test(secret)) && new Set(secrets).size === 3);
    for (const { stdout, stderr } of [planned, failed, applied]) {
      assert.ok(!secrets.some((secret) => `${stdout}${stderr}`.includes(secret)));
      assert.doesNotMatch(`${stdout}${stderr}`, /printf/, "a command may have a password");
    }
    const { audited } = await world.audit();
    assert.ok(!secrets.some((secret) => JSON.stringify(audited).includes(secret)));
    assert.ok(existsSync(world.at("third.env")), "an entry's own place comes first");
    assert.equal((await world.apply(file, "--secret-command", "exit 9")).stdout, "nothing to do\n");
  });

  // interface §16.66
  test(`apply ${how} — sunsets are planned, changed, exported with consumer keys, and pruned`, async () => {
    await using world = await startWorld(through);
    const [old, kept] = [await makeApp(world.options), await makeApp(world.options)];
    const file = (sunsets: string) =>
      `applications: []\nundeclared: { keep: [{ name: "*" }] }\n${sunsets}\n`;
    const link = "link: https://example.com/end";
    const sha1 = `sha1: { trait: hmac-sha1, ends_at: 2999-06-01, ${link}, exempt: [${kept.consumer_key}] }`;
    const whole = `old-app: { consumer_key: ${old.consumer_key}, ends_at: 2999-07-01T09:00:00Z, ${link}, rejects: false }`;
    const first = file(`sunsets: { ${sha1}, ${whole} }`);
    const planned = await world.apply(first, "--plan");
    assert.equal(
      planned.stdout,
      `create sunset sha1
  trait: (none) -> hmac-sha1
  exempt: (none) -> ${kept.consumer_key}
  ends_at: (none) -> 2999-06-01T00:00:00.000Z
  rejects: (none) -> on
  link: (none) -> https://example.com/end
create sunset old-app
  consumer_key: (none) -> ${old.consumer_key}
  ends_at: (none) -> 2999-07-01T09:00:00.000Z
  rejects: (none) -> off
  link: (none) -> https://example.com/end
2 changes to make
`,
    );
    assert.equal(planned.status, 2, planned.stderr);
    const applied = await world.apply(first);
    assert.equal(applied.status, 0, applied.stderr);
    assert.equal((await world.apply(first, "--prune")).stdout, "nothing to do\n");
    for (const format of ["yaml", "json"]) {
      const { stdout } = await world.yaml("--as", format);
      assert.ok(stdout.includes(kept.consumer_key) && stdout.includes("old-app"), stdout);
      assert.equal((await world.apply(stdout, "--plan")).stdout, "nothing to do\n");
      await using elsewhere = await startWorld(through);
      const created = await elsewhere.apply(stdout, "--yes");
      assert.equal(created.status, 0, created.stderr);
      assert.equal((await elsewhere.apply(stdout, "--plan")).stdout, "nothing to do\n");
    }

    for (const [text, problem] of [
      ["new: { trait: query }", /sunsets\.new: the sunset is new, so it needs ends_at and link/],
      [`new: { ends_at: 2999-06-01, ${link} }`, /Say what ends: a trait, an application, or both/],
      ["sha1: { ends_at: soon }", /must be a day or a time in UTC/],
      [`sha1: { exempt: [${"x".repeat(20)}] }`, /no application with the consumer key x{20}/],
    ] as const) {
      const { status, stderr } = await world.apply(file(`sunsets: { ${text} }`));
      assert.equal(status, 1, text);
      assert.match(stderr, problem);
    }
    const brownout = "brownout: { from: 2020-01-01, until: 2999-01-01, minutes: 10 }";
    const now = file(`sunsets: { sha1: { deprecated_at: 2020-01-01, ${brownout} } }`);
    const asked = await world.apply(now, "--prune");
    assert.equal(asked.status, 1);
    assert.match(
      asked.stdout,
      /brownout: \(none\) -> 2020-01-01T\S+ to \S+, 10 minutes of each hour\n {2}! /,
    );
    assert.match(asked.stdout, /delete undeclared sunset old-app\n {2}! What it ended works again/);
    assert.match(asked.stderr, /run it again with --yes/);
    const pruned = await world.apply(now, "--prune", "--yes");
    assert.equal(pruned.status, 0, pruned.stderr);
    assert.equal((await world.apply(now, "--prune")).stdout, "nothing to do\n");
    assert.equal((await world.apply(file(""), "--prune")).stdout, "nothing to do\n");
    assert.match((await world.yaml()).stdout, /exempt:\n {6}- /, "what the file left out stays");
    const { audited } = await world.audit();
    const events = audited.filter(({ name }) => name === "setting.changed");
    assert.deepEqual(
      events.map(({ actor }) => actor),
      [world.actor, world.actor, world.actor, world.actor],
    );
  });

  test(`apply ${how} — API limits and plans that have them are created, changed, exported, and pruned`, async () => {
    await using world = await startWorld(through);
    const file = (limits: string, plan: string) =>
      `applications: []\nundeclared: { keep: [{ name: "*" }] }\n${limits}\nplans: { free: { limits: { ${plan} } } }\n`;
    const both =
      "api_limits: { exports: { per: application, windows: 10/1s 10000/month }, search: { per: user, windows: 5/1m } }";
    const first = file(both, "api/exports: 1/1s");
    const planned = await world.apply(first, "--plan");
    assert.equal(
      planned.stdout,
      `create API limit exports
  per: (none) -> application
  windows: (none) -> 10/1s 10000/month
create API limit search
  per: (none) -> user
  windows: (none) -> 5/1m
create plan free
  limits: (none) -> api/exports=1/1s
3 changes to make
`,
    );
    assert.equal((await world.apply(first)).status, 0);
    assert.equal((await world.apply(first, "--prune")).stdout, "nothing to do\n");
    const exported = await world.yaml();
    assert.match(exported.stdout, /api_limits:\n {2}exports:/);
    assert.equal((await world.apply(exported.stdout, "--plan")).stdout, "nothing to do\n");

    const search = "api_limits: { search: { windows: 6/1m } }";
    const kept = await world.apply(file(search, "api/exports: 1/1s"), "--prune", "--yes");
    assert.equal(kept.status, 1, "the plan has the limit");
    assert.match(kept.stderr, /plans have this limit; take it out of them first/);
    const last = file(search, "api/search: 1/1m");
    const asked = await world.apply(last, "--prune");
    assert.equal(asked.status, 1);
    assert.match(asked.stdout, /delete undeclared API limit exports\n {2}! Requests that name it/);
    assert.match(asked.stderr, /run it again with --yes/);
    const pruned = await world.apply(last, "--prune", "--yes");
    assert.equal(pruned.status, 0, pruned.stderr);
    const none = file("", "api/search: 1/1m");
    assert.equal((await world.apply(none, "--prune")).stdout, "nothing to do\n");
    const { audited } = await world.audit();
    const names = audited.map(({ name }) => name).filter((name) => name.startsWith("api-limit"));
    assert.deepEqual(names.sort(), [
      ...["api-limit.changed", "api-limit.created", "api-limit.created", "api-limit.deleted"],
    ]);
  });

  test(`apply ${how} — access that isn't used ends: what would end first is counted, and asked about`, async () => {
    await using world = await startWorld(through);
    const file = (days: number | null) => `settings: { unused_access_days: ${days} }`;
    const changed = await world.apply(file(90));
    assert.match(changed.stdout, /change settings\n {2}unused_access_days: off -> 90\n/);
    assert.equal((await world.apply(file(90))).stdout, "nothing to do\n");
    assert.match((await world.apply(file(null))).stdout, /unused_access_days: 90 -> off/);
    assert.match((await world.yaml()).stdout, /settings:\n {2}unused_access_days: null\n/);
  });

  test(`apply ${how} — settings and administrators; the last administrator stays`, async () => {
    await using world = await startWorld(through);
    const file = (more: string) =>
      `settings: { sign_up: closed, second_factor: { required_for: admins, grace_days: 7 } }\n${more}`;
    if (through === "api") {
      // An API key can't change administrators, so the plan shows it, and nothing is begun.
      const wanted = file("administrators: ['@bob', Alice]");
      const plan = await world.apply(wanted, "--plan");
      assert.equal(plan.status, 1);
      assert.match(plan.stdout, /administrators: \(none\) -> alice bob/);
      const { status, stderr } = await world.apply(wanted);
      assert.equal(status, 1);
      assert.match(
        stderr,
        /nothing was changed.*\n.*an API key can't change who is an administrator/,
      );
      assert.match((await world.apply(file(""), "--plan")).stdout, /2 changes|1 change/);
      return;
    }
    const applied = await world.apply(file("administrators: ['@bob', Alice]"));
    assert.equal(applied.status, 0, applied.stderr);
    assert.match(
      applied.stdout,
      /sign_up: \(none\) -> closed\n {2}second_factor: nobody -> admins, after 7 days/,
    );
    const { admins } = world;
    assert.deepEqual(await admins(), ["alice", "bob"]);
    assert.equal((await world.apply(file(""))).stdout, "nothing to do\n");
    assert.equal((await world.apply("administrators: [alice]")).status, 1);
    const demoted = await world.apply("administrators: [alice]", "--yes");
    assert.match(demoted.stdout, /! bob is no longer an administrator/);
    assert.deepEqual(await admins(), ["alice"]);
    await world.apply("administrators: [alice, bob]");
    await runHere(["user", "suspend", "--screen-name", "bob"], world.options);
    assert.equal((await world.apply("administrators: [alice, bob]")).stdout, "nothing to do\n");
    const last = await world.apply("administrators: [bob]", "--yes");
    assert.match(last.stderr, /at least one administrator must not be suspended/);
    assert.deepEqual(await admins(), ["alice", "bob"]);
  });

  test(`apply ${how} — everything that is wrong with a file, each with its line`, async () => {
    await using world = await startWorld(through);
    for (const [file, problem] of [
      [
        "applications:\n  - { name: 12, owner: alice }",
        /:2: applications\[0\]\.name must be text\n$/,
      ],
      [
        "applications:\n  - name: x\n    owner: alice\n    frob: 1",
        /:4: applications\[0\]\.frob: unknown member\n$/,
      ],
      ["setting: {}", /:1: setting: unknown member \(did you mean settings\?\)\n$/],
      [
        "applications: [{ name: x }]",
        /:1: applications\[0\] needs consumer_key, or owner and name\n$/,
      ],
      [
        "applications: [{ consumer_key: a b }]",
        /:1: .*\.consumer_key must be a consumer key, which has 4 to 100 letters/,
      ],
      [weather.replace("oauth2/token", "nope"), /Known limits: oauth\/request_token, /],
      [
        "applications:\n- consumer_key: abcd\n  suspended: true",
        /:3: applications\[0\]\.suspended must be a reason, or false\n$/,
      ],
      [
        "applications:\n- consumer_key: abcd\n  secrets: {}",
        /:3: applications\[0\]\.secrets needs either file or command\n$/,
      ],
      [
        "settings:\n  second_factor:\n    required_for: all",
        /:3: settings\.second_factor\.required_for must be nobody, /,
      ],
      [
        "applications:\n- consumer_key: abcd\n  collaborators: { __proto__: viewer }",
        /:3: __proto__ cannot be a name in this file/,
      ],
      ["administrators: []", /:1: administrators must not be empty\n$/],
      ["a: 1\na: 2", /:2: the member "a" is here twice/],
      ["{ a: 1, 1: 2, '1': 3 }", /:1: the member "1" is here twice/],
      ["{ '': 1, null: 2 }", /:1: the member "" is here twice/],
      ["a: &x b\n*x : 1\nb: 2", /:3: the member "b" is here twice/],
      ['{\n"a": 1,\n"\\u0061": 2 }', /:3: the member "a" is here twice/],
      ["? [a]\n: 1", /:1: the name of a member must be text/],
      ["a: 1\nb: *x", /:2: there is no &x before this/],
      ['applications:\n- { owner: alice, name: "\\ud800" }', /:2: text is not Unicode/],
      ['{ "administrators": ["alice",\n"\\udc00x"] }', /:2: text is not Unicode/],
      ['a: 1\n"\\udbff": 2', /:2: text is not Unicode/],
      [Buffer.from("administrators: [\xff]", "latin1"), /is not UTF-8; save it with this encoding/],
      [
        `applications:\n- consumer_key: abcd\n  limits:\n${numbered("    l%: 0\n", 20_000)}`,
        /:103: applications\[0\]\.limits\.l99 must be 1 or more\nand more\n$/,
      ],
      [numbered("m%: 0\n", 20_000), /:100: m99: unknown member\nand more\n$/],
      ["a: [1", /:1: Flow sequence/],
      ["a: 1\n---\nb: 2", /:2: a second document begins/],
      ["applications: !!js/function x", /:1: Unresolved tag/],
      ["", /:1: the file must be an object\n$/],
      ["applications: [{ name: x, owner: alice }]", /new, so it needs name, owner and access/],
      [weather.replace("alice", "carol"), /there is no user carol/],
      [weather.replace("bob: editor", "carol: editor"), /there is no user carol/],
      [
        weather.replace("alice", "'1984'"),
        /there is no user with the ID 1984; if it is a screen name, write @1984/,
      ],
      [weather.replace("bob: editor", "alice: editor"), /owner can't be a collaborator/],
      [weather.replace("https:", "http:"), /use https/],
      [
        `${weather}${weather.split("\n").slice(1).join("\n").replace("alice", "Alice")}`,
        /this application twice/,
      ],
    ] as const) {
      const { status, stdout, stderr } = await world.apply(file);
      assert.equal(status, 1, String(file));
      assert.match(stderr, problem);
      assert.doesNotMatch(stderr, /expected|received|Invalid/);
      assert.doesNotMatch(stdout, /made/);
      assert.deepEqual(await world.applications(), [], String(file));
      assert.equal(existsSync(world.at("weather.env")), false);
    }
  });

  test(`apply ${how} — two halves of a surrogate pair in escapes are one character`, async () => {
    await using world = await startWorld(through);
    const applied = await world.apply(weather.replace("Weather Bot", '"Weather \\ud83c\\udf26"'));
    assert.equal(applied.status, 0, applied.stderr);
    assert.deepEqual(
      (await world.applications()).map(({ name }) => name),
      ["Weather \u{1F326}"],
    );
  });

  test(`apply ${how} — digits alone are a user's ID, and with an @ they are a screen name`, async () => {
    await using world = await startWorld(through, { admin: true });
    const idOf = async (screenName: string) => {
      const args = ["user", "list"];
      const users = await json<{ data: { id: string; screen_name: string }[] }>(
        args,
        world.options,
      );
      return users.data.find((one) => one.screen_name === screenName)?.id ?? assert.fail();
    };
    const [alice, bob] = [await idOf("alice"), await idOf("bob")];
    const create = ["user", "create", "--password", password, "--screen-name"];
    // Another user has the digits of bob's ID as a screen name.
    await json([...create, bob], world.options);
    await runHere(["admin", "grant", "--screen-name", `@${bob}`], world.options);
    const file = weather
      .replace("owner: alice", `owner: "${alice}"`)
      .replace("{ bob: editor }", `{ "${bob}": editor, "@${bob}": viewer }`);
    const applied = await world.apply(file);
    assert.equal(applied.status, 0, applied.stderr);
    assert.match(applied.stdout, /create application Weather Bot of alice, /);
    assert.match(
      applied.stdout,
      new RegExp(`collaborators: \\(none\\) -> ${bob}=viewer bob=editor\n`),
    );
    const again = [file, "--plan", "--report-undeclared"] as const;
    assert.equal((await world.apply(...again)).stdout, "nothing to do\n");
    const [{ consumer_key: key = "" } = {}] = await world.applications();
    const moved = `applications: [{ consumer_key: ${key}, owner: "@${bob}", collaborators: { bob: viewer } }]`;
    assert.equal((await world.apply(moved, "--yes")).status, 0);
    assert.equal((await world.shown(key)).owner.screen_name, bob);
    const { stdout: exported } = await world.yaml();
    assert.match(exported, new RegExp(`^ {4}owner: "@${bob}"$`, "m"));
    assert.match(exported, new RegExp(`^ {2}- "@${bob}"$`, "m"), "an administrator");
    assert.equal((await world.apply(exported, "--plan")).stdout, "nothing to do\n");
    const twice = `applications: [{ consumer_key: ${key}, collaborators: { bob: viewer, "${bob}": viewer } }]`;
    assert.match((await world.apply(twice)).stderr, /lists the collaborator bob twice/);
  });

  test(`export --as yaml ${how} — apply has nothing to do with it, and creates everything elsewhere`, async () => {
    await using world = await startWorld(through);
    await runHere(["admin", "grant", "--screen-name", "bob"], world.options);
    await world.apply(`${weather}settings: { sign_up: invitation }`);
    const keys = await makeApp(world.options, ["--sign-in", "--website", "https://a.example"]);
    await runHere(["app", "suspend", "--consumer-key", keys.consumer_key], world.options);
    const { status, stdout: file, stderr } = await world.yaml();
    assert.equal(status, 0, stderr);
    assert.ok(!file.includes(keys.consumer_secret));
    assert.equal((await world.apply(file, "--plan")).stdout, "nothing to do\n");

    await using elsewhere = await startWorld(through);
    if (through === "api") {
      await runHere(["admin", "grant", "--screen-name", "bob"], elsewhere.options);
    }
    const created = await elsewhere.apply(file, "--yes");
    assert.equal(created.status, 0, created.stderr);
    assert.equal((await elsewhere.apply(file, "--plan")).stdout, "nothing to do\n");
    const env = readFileSync(elsewhere.at(`${keys.consumer_key}.env`), "utf8");
    assert.ok(env.startsWith(`CONSUMER_KEY=${keys.consumer_key}\n`));
    assert.ok(!env.includes(keys.consumer_secret));
    const there = elsewhere.at("out.yaml");
    const written = await json(["export", there, "--as", "yaml"], elsewhere.options);
    assert.deepEqual(written, { file: there, application: 2 });
    assert.equal(readFileSync(there, "utf8"), file);
    // JSON is a file for apply too.
    const asJson = await elsewhere.yaml("--as", "json");
    assert.equal(JSON.parse(asJson.stdout).applications.length, 2);
    assert.equal((await elsewhere.apply(asJson.stdout, "--plan")).stdout, "nothing to do\n");
  });

  test(`export --as yaml ${how} — names that other readers would take for something else are quoted or escaped`, async () => {
    await using world = await startWorld(through);
    const names = ["yes", "No", "on", "y", "010", "12:30", "2026-01-02", "null", "~", "1e3"];
    const bidi = "Weather \u202Etob\u2066\u200F\u061C";
    for (const name of [...names, bidi]) {
      const create = ["app", "create", "--owner", "alice", "--access", "read", "--name", name];
      await json(create, world.options);
    }
    await json(["user", "create", "--screen-name", "no", "--password", password], world.options);
    const [{ consumer_key: key = "" } = {}] = await world.applications();
    await world.apply(`applications: [{ consumer_key: ${key}, collaborators: { "no": viewer } }]`);
    const { stdout: file } = await world.yaml();
    for (const name of names) assert.match(file, new RegExp(`^ {4}name: ["']${name}["']$`, "m"));
    assert.match(file, /^ {4}name: "Weather \\u202Etob\\u2066\\u200F\\u061C"$/m);
    assert.match(file, /^ {6}["']no["']: viewer$/m);
    assert.doesNotMatch(file, /\p{Bidi_Control}/u);
    assert.equal((await world.apply(file, "--plan")).stdout, "nothing to do\n");
  });

  test(`docs/guide/automate.md ${how}: its example prints this plan, is applied, and is exported`, async () => {
    await using world = await startWorld(through, { admin: true });
    const guide = readFileSync("docs/guide/automate.md", "utf8");
    const [, file = ""] = /```yaml countersign\.yaml\n(.*?)```/s.exec(guide) ?? [];
    const [, plan = ""] = /```text\n(.*?)```/s.exec(guide) ?? [];
    const args = ["app", "create", "--owner", "alice", "--name", "Rain Alert", "--access", "read"];
    const rain = await json<Keys>(args, world.options);
    const planned = await world.apply(file, "--plan");
    assert.equal(planned.stdout.replace(rain.consumer_key, "GDdmIQH6jhtmLUypg82g"), plan);
    assert.equal(planned.status, 2);
    assert.equal((await world.apply(file, "--yes")).status, 0);
    assert.equal((await world.apply(file, "--plan")).stdout, "nothing to do\n");
    const exported = await world.yaml(world.at("out.yaml"));
    assert.equal(exported.status, 0, exported.stderr);
  });
}

test("apply --url — a viewer's key plans; the key comes from the environment or a file, and is never shown", async () => {
  await using world = await startWorld("api");
  const { ledger } = world.service?.dependencies ?? assert.fail();
  const viewer = await makeApiKey(ledger, "viewer");
  const file = world.at("key");
  writeFileSync(file, `${viewer.secret}\n`, { mode: 0o440 });
  const open = world.at("open");
  writeFileSync(open, `${viewer.secret}\n`, { mode: 0o644 });
  writeFileSync(world.at("countersign.yaml"), weather);
  const args = ["apply", "-f", world.at("countersign.yaml"), "--url"];
  const { internalUrl = "" } = world.service ?? {};
  const through = (environment: Record<string, string>, ...more: string[]) =>
    runHere([...args, internalUrl, ...more], { environment });
  const own = { COUNTERSIGN_API_KEY_FILE: file };
  const planned = await through(own, "--plan");
  assert.equal(planned.status, 2, planned.stderr);
  assert.match(planned.stdout, /create application Weather Bot of alice/);
  const denied = await through(own);
  assert.equal(denied.status, 1);
  assert.match(denied.stderr, /0 of 1 change made.*\n.*a key with the role manager/);
  assert.ok(!existsSync(world.at("weather.env")), "the keys are taken back");
  for (const [environment, status, problem] of [
    [{}, 2, /--url needs an API key in COUNTERSIGN_API_KEY, or/],
    [{ ...own, COUNTERSIGN_API_KEY: viewer.secret }, 2, /--url needs an API key/],
    [{ COUNTERSIGN_API_KEY_FILE: world.at("none") }, 2, /none: file not found/],
    [{ COUNTERSIGN_API_KEY_FILE: open }, 2, /_FILE: .* can read it \(mode 644\); run chmod g-w,o=/],
    [{ COUNTERSIGN_API_KEY: `cs_live_${"x".repeat(43)}` }, 1, /neither expired nor revoked/],
    [{ COUNTERSIGN_API_KEY: "a b" }, 2, /key is what/],
  ] as const) {
    const ended = await through(environment);
    assert.equal(ended.status, status, ended.stderr);
    assert.match(ended.stderr, problem);
    assert.ok(!ended.stderr.includes("cs_live_x"));
  }
  const key = { COUNTERSIGN_API_KEY: viewer.secret };
  for (const url of ["nowhere", "ftp://127.0.0.1", "http://127.0.0.1:1"]) {
    const ended = await runHere([...args, url], { environment: key });
    assert.notEqual(ended.status, 0, url);
    assert.ok(!ended.stderr.includes(viewer.secret));
  }
  const lines = await runHere(["export", world.at("all"), "--with-secrets", "--url", internalUrl]);
  assert.match(lines.stderr, /--url needs --as yaml/);
});

/** `%` is the number of each. */
function numbered(text: string, count: number): string {
  return Array.from({ length: count }, (_, at) => text.replace("%", String(at))).join("");
}

interface Shown {
  readonly name: string;
  readonly description: string;
  readonly owner: { readonly screen_name: string };
  readonly suspended_because: string | null;
}

async function startWorld(through: "database" | "api", { admin = false } = {}) {
  const directory = scratchDirectory();
  const options = { settings: { DATA_DIR: join(directory.path, "data") } };
  await makeAlice(options);
  await json(["user", "create", "--screen-name", "bob", "--password", password], options);
  if (admin) await runHere(["admin", "grant", "--screen-name", "alice"], options);
  const at = (name: string) => join(directory.path, name);
  const file = at("countersign.yaml");
  const service =
    through === "api"
      ? await serveHere({ settings: { ...options.settings, INTERNAL_PORT: "0" } })
      : undefined;
  const { internalUrl = "", dependencies } = service ?? {};
  const key = dependencies && (await makeApiKey(dependencies.ledger, "manager", { name: "ci" }));
  const url = key === undefined ? [] : ["--url", internalUrl];
  // Commands that work on the database ignore the key.
  const calling = { ...options, environment: { COUNTERSIGN_API_KEY: key?.secret ?? "unused" } };
  return {
    at,
    options,
    service,
    actor: key === undefined ? "command-line" : "api-key:ci",
    yaml: (...more: string[]) => runHere(["export", "--as", "yaml", ...url, ...more], calling),
    apply(text: string | Uint8Array, ...more: string[]) {
      writeFileSync(file, text);
      return runHere(["apply", "-f", file, ...url, ...more], calling);
    },
    json<T>(text: string, ...more: string[]): Promise<T> {
      writeFileSync(file, text);
      return json<T>(["apply", "-f", file, ...url, ...more], calling);
    },
    applications: async () =>
      (await json<{ data: (Keys & { name: string })[] }>(["app", "list"], options)).data,
    async admins() {
      const { data } = await json<{ data: { screen_name: string; admin: boolean }[] }>(
        ["user", "list"],
        options,
      );
      return data.filter((one) => one.admin).map((one) => one.screen_name);
    },
    shown: (key: string) => json<Shown>(["app", "show", "--consumer-key", key], options),
    async audit() {
      const { stdout } = await runHere(["audit", "export"], options);
      const lines = stdout.trim().split("\n");
      return { audited: lines.map((line) => JSON.parse(line) as { name: string; actor: string }) };
    },
    async [Symbol.asyncDispose]() {
      await service?.[Symbol.asyncDispose]();
      directory[Symbol.dispose]();
    },
  };
}
