/** The files in ops/: systemd checks the unit without running it; Prometheus checks the rules and the dashboard. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { parse, stringify } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { missing } from "./gateways/gateway.ts";
import { wholeFlow } from "./support/flow.ts";
import { makeAdmin, makeApplication, startTestService } from "./support/service.ts";
import { startWebhookReceiver, webhookSettings } from "./support/webhook-receiver.ts";

const unit = "ops/countersign.service";
const sockets = "ops/countersign.socket";

test(`${unit}, ${sockets}: systemd knows all of them, and rates what it could still do with at most 1.5`, {
  skip: missing("systemd-analyze"),
}, () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-unit-"));
  try {
    const here = join(directory, "countersign.service");
    const text = readFileSync(unit, "utf8");
    // The command that the unit starts has to exist.
    writeFileSync(here, text.replace("/usr/local/bin/countersign", resolve("bin/countersign")));
    const socket = join(directory, "countersign.socket");
    writeFileSync(socket, readFileSync(sockets, "utf8"));
    const verify = ["verify", "--man=no", here, socket];
    const known = spawnSync("systemd-analyze", verify, { encoding: "utf8" });
    assert.doesNotMatch(known.stderr, /countersign\.(service|socket)/, known.stderr);
    const args = ["security", "--offline=true", "--threshold=15", "--no-pager", here];
    const rated = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    assert.equal(rated.status, 0, rated.stdout + rated.stderr);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test(`${sockets} has the addresses of the settings, the public one first`, () => {
  const { host, port, internalHost, internalPort } = readConfig({}, () => {});
  const listened = [...readFileSync(sockets, "utf8").matchAll(/^ListenStream=(.*)$/gm)];
  assert.deepEqual(
    listened.map(([, address]) => address),
    [`${host}:${port}`, `${internalHost}:${internalPort}`],
  );
});

test("systemd, Compose and Docker wait 35 seconds longer than a node behind a proxy drains", () => {
  const { drainSeconds } = readConfig({ COUNTERSIGN_TRUSTED_PROXIES: "127.0.0.1" }, () => {});
  for (const [file, wait] of [
    [unit, /^TimeoutStopSec=(\d+)$/m],
    ["ops/compose.yaml", /^ +stop_grace_period: (\d+)s$/m],
    ["docs/guide/deploying.md", /--stop-timeout (\d+) /],
  ] as const) {
    const [, seconds] = wait.exec(readFileSync(file, "utf8")) ?? [];
    assert.ok(Number(seconds) >= drainSeconds + 35, file);
  }
});

test("ops/countersign-{verify,revocations}.{service,timer}: systemd knows all of them, and when they run", {
  skip: missing("systemd-analyze"),
}, () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-timers-"));
  try {
    for (const name of ["countersign-verify", "countersign-revocations"]) {
      const files = [`${name}.service`, `${name}.timer`].map((file) => {
        const text = readFileSync(`ops/${file}`, "utf8");
        const admin = resolve("ops/countersign-admin");
        const here = join(directory, file);
        writeFileSync(here, text.replace("/usr/local/sbin/countersign-admin", admin));
        return here;
      });
      const known = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
        encoding: "utf8",
      });
      assert.doesNotMatch(known.stderr, /countersign-/, known.stderr);
      const [, when = ""] =
        /^OnCalendar=(.*)$/m.exec(readFileSync(`ops/${name}.timer`, "utf8")) ?? [];
      assert.equal(spawnSync("systemd-analyze", ["calendar", when]).status, 0, when);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

const alerts = "ops/alerts.yaml";
const dashboard = "ops/grafana-dashboard.json";
const skip = missing("promtool");

test("/metrics — Prometheus reads all of it and finds nothing to improve, with deliveries and with a backup", {
  skip,
}, async () => {
  await using receiver = await startWebhookReceiver();
  const events = { WEBHOOK_EVENTS: "all" };
  await using service = await startTestService({ ...webhookSettings(receiver.url), ...events });
  const { ledger } = service.dependencies;
  const alice = await makeAdmin(ledger, "alice");
  await wholeFlow(service.baseUrl, await makeApplication(ledger, alice), alice);
  await receiver.until(({ length }) => length > 0);
  const backup = { name: "backup.created", actor: "command-line", details: { bytes: 1 } } as const;
  await ledger.record({ ...backup, at: Date.now() });
  const details = { bytes: 1, latestEventAt: new Date().toISOString() };
  await ledger.record({ ...backup, name: "backup.verified", details, at: Date.now() });
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  for (const name of [
    "deliveries_total{",
    "last_backup_timestamp_seconds ",
    "last_backup_verified_timestamp_seconds ",
  ]) {
    assert.ok(metrics.includes(`countersign_${name}`), name);
  }
  const { status, output } = promtool(["check", "metrics"], metrics);
  assert.equal(status, 0, output);
  const wrong = promtool(["check", "metrics"], "# TYPE a_total gauge\na_total 1\n");
  assert.notEqual(wrong.status, 0, "it finds what is wrong");
});

test(`${alerts}, ${dashboard}: Prometheus parses every rule and every query`, { skip }, () => {
  const text = readFileSync(dashboard, "utf8");
  const queries = [...text.matchAll(/^ *"expr": (".*"),?$/gm)].map(([, one = ""]) =>
    String(JSON.parse(one)).replaceAll("$__rate_interval", "5m"),
  );
  assert.ok(queries.length > 20);
  const rules = queries.map((expr, at) => ({ record: `panel:query:${at}`, expr }));
  const panels = stringify({ groups: [{ name: "panels", rules }] });
  for (const [name, rules] of [
    ["alerts.yaml", readFileSync(alerts, "utf8")],
    ["panels.yaml", panels],
  ] as const) {
    const { status, output } = inScratch({ [name]: rules }, ["check", "rules", name]);
    assert.equal(status, 0, output);
  }
  const broken = panels.replace("rate(", "rate((");
  assert.notEqual(inScratch({ "a.yaml": broken }, ["check", "rules", "a.yaml"]).status, 0);
});

/** Series of at least an hour, one value each minute, and the alerts that fire at the end. */
const cases: readonly (readonly [series: Readonly<Record<string, string>>, fires: string[]])[] = [
  [{ 'up{job="countersign"}': "1x70" }, []],
  [{ 'up{job="countersign"}': "0x70" }, ["CountersignDown"]],
  [{ 'countersign_store_up{store="database"}': "1x70" }, []],
  [{ 'countersign_store_up{store="database"}': "0x70" }, ["CountersignStoreDown"]],
  [{ countersign_database_write_failures_total: "0+1x70" }, ["CountersignWritesFail"]],
  [{ 'countersign_requests_total{status="503"}': "0+1x70" }, ["CountersignErrors"]],
  [
    {
      'countersign_requests_total{status="500"}': "0+1x70",
      'countersign_requests_total{status="200"}': "0+1000x70",
    },
    [],
  ],
  // Here time begins at 0 and ends after 70 minutes.
  [
    { 'countersign_deliveries_oldest_timestamp_seconds{receiver="a"}': "0x70" },
    ["CountersignDeliveriesWait"],
  ],
  [{ 'countersign_deliveries_oldest_timestamp_seconds{receiver="a"}': "0+60x70" }, []],
  [
    { 'countersign_deliveries_dropped_total{receiver="a"}': "0x65 9x5" },
    ["CountersignDeliveriesDropped"],
  ],
  [{ 'countersign_deliveries_dropped_total{receiver="a"}': "9x70" }, []],
  [
    {
      countersign_last_backup_timestamp_seconds: "-172800x70",
      countersign_last_backup_verified_timestamp_seconds: "-172800x70",
    },
    ["CountersignBackupOld"],
  ],
  [
    {
      countersign_last_backup_timestamp_seconds: "0x70",
      countersign_last_backup_verified_timestamp_seconds: "0x70",
    },
    [],
  ],
  [{ countersign_last_backup_timestamp_seconds: "0x70" }, []],
  [
    {
      countersign_last_backup_timestamp_seconds: "0x70",
      countersign_last_backup_verified_timestamp_seconds: `${-15 * 86_400}x70`,
    },
    ["CountersignBackupUnverified"],
  ],
  [{ 'countersign_disk_free_bytes{directory="/a"}': "2000000000x70" }, []],
  [
    { 'countersign_disk_free_bytes{directory="/a"}': "5000000000-10000000x70" },
    ["CountersignDiskFills"],
  ],
  [{ 'countersign_disk_free_bytes{directory="/a"}': "900000000x70" }, ["CountersignDiskFills"]],
  [{ countersign_clock_seconds: "9+60x70" }, []],
  [{ countersign_clock_seconds: "11+60x70" }, ["CountersignClockOff"]],
  [{ countersign_clock_seconds: "-11+60x70" }, ["CountersignClockOff"]],
  [
    {
      'up{job="countersign",instance="a"}': "1x70",
      'up{job="countersign",instance="b"}': "1x70",
    },
    [],
  ],
  [
    {
      'up{job="countersign",instance="a"}': "1x70",
      'up{job="countersign",instance="b"}': "1x50",
    },
    ["CountersignReplicaMissing"],
  ],
  // A rolling update replaces a: c is there before a ends.
  [
    {
      'up{job="countersign",instance="a"}': "1x32",
      'up{job="countersign",instance="b"}': "1x70",
      'up{job="countersign",instance="c"}': "_x30 1x40",
    },
    [],
  ],
  [
    { countersign_certificate_expiry_timestamp_seconds: "604800x140" },
    ["CountersignCertificateExpires"],
  ],
  [
    { 'countersign_api_key_expiry_seconds{name="deploy"}': `${3 * 86_400}-60x140` },
    ["CountersignApiKeyExpires"],
  ],
  [{ 'countersign_api_key_expiry_seconds{name="deploy"}': `${4 * 86_400}-60x70` }, []],
  // The program has another key, or none that expires.
  [{ 'countersign_api_key_expiry_seconds{name="deploy"}': `${3 * 86_400}-60x61 _x9` }, []],
  [{ countersign_log_lines_dropped_total: "0+1x70" }, ["CountersignLogLost"]],
  [
    { 'countersign_misconfigured_calls_total{problem="secret"}': "0x65 1x5" },
    ["CountersignGatewayMisconfigured"],
  ],
  [{ 'countersign_misconfigured_calls_total{problem="origin"}': "9x70" }, []],
  [{ 'countersign_misconfigured_calls_total{problem="host"}': "0+1x70" }, []],
  [
    { 'countersign_mail_failures_total{problem="unreachable"}': "0x50 1x20" },
    ["CountersignMailFails"],
  ],
  [{ 'countersign_mail_failures_total{problem="login"}': "1x70" }, []],
  [{ 'countersign_mail_failures_total{problem="rejected"}': "0+1x70" }, []],
  [{ countersign_certificate_expiry_timestamp_seconds: "700000x70" }, []],
  [{ countersign_encryption_key_timestamp_seconds: `${-366 * 86_400}x70` }, ["CountersignKeyOld"]],
  [
    {
      'countersign_request_duration_seconds_bucket{operation="a",le="0.5"}': "0+10x70",
      'countersign_request_duration_seconds_bucket{operation="a",le="1"}': "0+100x70",
      'countersign_request_duration_seconds_bucket{operation="a",le="+Inf"}': "0+100x70",
    },
    ["CountersignSlow"],
  ],
  [{ countersign_event_loop_active_seconds_total: "0+55x70" }, ["CountersignBusy"]],
  [{ countersign_event_loop_active_seconds_total: "0+50x70" }, []],
  [
    { 'countersign_events_total{event="user.sign-in-failed"}': "0+90x70" },
    ["CountersignSignInsFail"],
  ],
  [{ countersign_database_wal_bytes: "300000000x70" }, ["CountersignWalGrows"]],
  [
    { 'countersign_rejections_total{code="135"}': "0+120x70" },
    ["CountersignTimestampsOutOfBounds"],
  ],
];

test(`${alerts}: each fires when what it watches goes wrong, and rests otherwise`, { skip }, () => {
  const names: string[] = parse(readFileSync(alerts, "utf8")).groups[0].rules.map(
    ({ alert }: { alert: string }) => alert,
  );
  const tests = cases.map(([series, fires]) => ({
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: "70m",
        exp_samples: fires.map((alertname) => ({
          labels: `{alertname="${alertname}"}`,
          value: 1,
        })),
      },
    ],
  }));
  const fired = new Set(cases.flatMap(([, fires]) => fires));
  assert.deepEqual([...fired].sort(), names.toSorted());
  const { status, output } = inScratch(
    {
      "alerts.yaml": readFileSync(alerts, "utf8"),
      "tests.yaml": stringify({ rule_files: ["alerts.yaml"], evaluation_interval: "1m", tests }),
    },
    ["test", "rules", "tests.yaml"],
  );
  assert.equal(status, 0, output);
});

test(`${alerts}: backups of which none was ever verified are an alert after two weeks`, {
  skip,
}, () => {
  const firing = (eval_time: string, exp_samples: readonly object[]) => ({
    expr: 'count(ALERTS{alertstate="firing",alertname="CountersignBackupUnverified"})',
    ...{ eval_time, exp_samples },
  });
  const [backup, verified] = ["countersign_last_backup", "countersign_last_backup_verified"].map(
    (name) => ({ series: `${name}_timestamp_seconds`, values: "0+3600x400" }),
  );
  const tests = [
    {
      input_series: [backup],
      promql_expr_test: [firing("13d23h", []), firing("14d2h", [{ labels: "{}", value: 1 }])],
    },
    { input_series: [backup, verified], promql_expr_test: [firing("14d2h", [])] },
  ].map((one) => ({ interval: "1h", ...one }));
  const { status, output } = inScratch(
    {
      "alerts.yaml": readFileSync(alerts, "utf8"),
      "tests.yaml": stringify({ rule_files: ["alerts.yaml"], evaluation_interval: "1h", tests }),
    },
    ["test", "rules", "tests.yaml"],
  );
  assert.equal(status, 0, output);
});

test("docs/guide/alerts.md has a paragraph on what to do about each alert, and no other", () => {
  const names: string[] = parse(readFileSync(alerts, "utf8")).groups[0].rules.map(
    ({ alert }: { alert: string }) => alert,
  );
  const sections = readFileSync("docs/guide/alerts.md", "utf8").split(/^### /m).slice(1);
  const paragraphs = sections.map((one) => /^(\S+)\n\n(.+?)(?:\n\n|\n$)/s.exec(one) ?? []);
  assert.deepEqual(paragraphs.map(([, name]) => name).toSorted(), names.toSorted());
  for (const [, name, text = ""] of paragraphs) assert.ok(text.length > 150, name);
});

function inScratch(files: Readonly<Record<string, string>>, args: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-rules-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    return promtool(args, "", directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function promtool(args: readonly string[], input: string, cwd = ".") {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, cwd, encoding: "utf8" });
  return { status, output: stdout + stderr };
}
