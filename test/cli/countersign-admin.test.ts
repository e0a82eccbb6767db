/** ops/countersign-admin, which runs commands as the systemd unit runs the service: docs/guide/deploying.md. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { guideBlock } from "../support/guide-block.ts";
import { mulberry32 } from "../support/mulberry32.ts";
import { until } from "../support/until.ts";
import { executable, scratchDirectory } from "./command.ts";

const script = readFileSync("ops/countersign-admin", "utf8");
const unit = readFileSync("ops/countersign.service", "utf8");
const skip =
  process.geteuid?.() !== 0 && "needs root, which alone may run commands as another account";

test("the script has the values of the unit", () => {
  const inUnit = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value);
  const inScript = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(script)?.[1];
  assert.deepEqual(inUnit("User"), [inScript("account")]);
  assert.deepEqual(inUnit("EnvironmentFile"), [`-${inScript("settings")}`]);
  assert.deepEqual(inUnit("ExecStart"), [`${inScript("program")} serve`]);
  assert.deepEqual(inUnit("Environment"), [
    `COUNTERSIGN_DATA_DIR=${inScript("data")}`,
    `COUNTERSIGN_COMMAND=${inScript("command")}`,
    `NODE_COMPILE_CACHE=${inScript("cache")}`,
  ]);
  assert.deepEqual(inUnit("StateDirectory"), [inScript("data")?.replace("/var/lib/", "")]);
  assert.deepEqual(inUnit("CacheDirectory"), [inScript("cache")?.replace("/var/cache/", "")]);
  assert.match(
    script,
    new RegExp(`^umask ${Number(inUnit("UMask")[0])}$`.replace("77", "077"), "m"),
  );
});

/** A settings file, and the variables that systemd reads from it: systemd.exec(5), EnvironmentFile. */
const files: readonly (readonly [text: string, variables: Readonly<Record<string, string>>])[] = [
  ["A=1\nB=one two\t \n", { A: "1", B: "one two" }],
  ["# A=1\n;B=2\n\n  C  =  3  \r\nno assignment\nD-E=4\n", { C: "3" }],
  ["A=\"one  two \" \nB='one  two '\n", { A: "one  two ", B: "one  two " }],
  ["A='say \"hi\" \\n'\nB=\"it's\"\nC=it's\n", { A: 'say "hi" \\n', B: "it's", C: "it's" }],
  ['A="a\\"b\\\\c\\$d\\`e\\nf"\n', { A: 'a"b\\c$d`e\\nf' }],
  ['A=a\\ b\\\\c\\"d\nB=tail\\ \n', { A: 'a b\\c"d', B: "tail " }],
  ["A=one\\\ntwo\nB=one \\\n  two\n", { A: "onetwo", B: "one   two" }],
  ['A="line 1\nline 2"\nB="joined\\\nup"\n', { A: "line 1\nline 2", B: "joinedup" }],
  ["A='one' \"two\"three\n", { A: "onetwothree" }],
  ["A=a#b ; c\nB=a=b=c\nC=$HOME `id` $(id)\n", { A: "a#b ; c", B: "a=b=c", C: "$HOME `id` $(id)" }],
  ["A=\nB=''\nA=last", { A: "last", B: "" }],
  ["A=köln ✓", { A: "köln ✓" }],
];

test("settings are read as systemd reads them, by every awk of this machine", () => {
  const found = ["awk", "mawk", "gawk", "original-awk", "busybox"].filter(pathOf);
  for (const awk of found) {
    for (const [text, variables] of files) {
      assert.deepEqual(readBy(awk, text), variables, `${awk}: ${text}`);
    }
  }
});

const generator = "/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator";

test("settings are read as systemd itself reads generated files", {
  skip: !existsSync(generator) && "systemd is not installed",
}, () => {
  using scratch = scratchDirectory();
  mkdirSync(join(scratch.path, "environment.d"));
  const random = mulberry32(7);
  // Without $, which systemd expands in these files and not in those of a unit, and without comments, whose last
  // backslash has changed its meaning in version 254.
  const parts = [..."ab=#;'\"\\ \t", "\\\n", "c d", "é", "\\'", '\\"'];
  const value = () =>
    Array.from({ length: 9 }, () => parts[Math.floor(random() * parts.length)]).join("");
  const text = Array.from({ length: 3000 }, (_, at) => `V${at}=${value()}\n`).join("");
  writeFileSync(join(scratch.path, "environment.d/a.conf"), text);
  const { stdout } = spawnSync(generator, {
    env: { XDG_CONFIG_HOME: scratch.path, HOME: scratch.path },
    encoding: "utf8",
  });
  const printed = [...stdout.matchAll(/^(V\d+)=("?)(.*?)\2$/gm)].map(
    ([, name = "", quote, value = ""]) => [
      name,
      quote ? value.replace(/\\(.)/g, (_, c: string) => ({ n: "\n", t: "\t" })[c] ?? c) : value,
    ],
  );
  assert.ok(printed.length > 1000);
  // In these files systemd ignores empty values.
  const read = Object.entries(readBy("awk", text)).filter(
    ([name, found]) => /^V\d+$/.test(name) && found !== "",
  );
  assert.deepEqual(Object.fromEntries(read), Object.fromEntries(printed));
});

test("a command has the account, the settings and the umask of the unit, and nothing of root's settings", {
  skip,
}, () => {
  using scratch = scratchDirectory();
  chmodSync(scratch.path, 0o755);
  const program = join(scratch.path, "program");
  writeFileSync(program, '#!/bin/sh\npwd; id -un; id -Gn; umask; printf "%s\\n" "$@"; env\n', {
    mode: 0o755,
  });
  const admin = adminIn(scratch.path, { account: "nobody", program });
  writeFileSync(
    admin.settings,
    'COUNTERSIGN_SERVICE_NAME="Alice\'s  ID"\nCOUNTERSIGN_PORT=9\nNODE_EXTRA_CA_CERTS=/etc/ca.pem\n',
  );
  const environment = {
    ...{ COUNTERSIGN_PORT: "1", COUNTERSIGN_KEYS: "k1:root's", PGPASSWORD: "p" },
    NODE_EXTRA_CA_CERTS: "/root/ca.pem",
  };
  const ended = admin.run(["user", "list", "two words"], environment);
  assert.equal(ended.status, 0, ended.stderr);
  const lines = ended.stdout.split("\n");
  const group = spawnSync("id", ["-gn", "nobody"], { encoding: "utf8" }).stdout.trim();
  assert.deepEqual(lines.slice(0, 7), [
    ...["/", "nobody", group, "0077"],
    ...["user", "list", "two words"],
  ]);
  for (const line of [
    "COUNTERSIGN_SERVICE_NAME=Alice's  ID",
    "COUNTERSIGN_PORT=9",
    "NODE_EXTRA_CA_CERTS=/etc/ca.pem",
    `COUNTERSIGN_DATA_DIR=${admin.data}`,
    "COUNTERSIGN_COMMAND=countersign-admin",
    "PGPASSWORD=p",
  ]) {
    assert.ok(lines.includes(line), line);
  }
  assert.doesNotMatch(ended.stdout, /root's/);
  assert.match(
    ended.stderr,
    /NODE_EXTRA_CA_CERTS has to be in \S+settings\.env, .* \/root\/ca\.pem is ignored/,
  );
  const same = admin.run([], { NODE_EXTRA_CA_CERTS: "/etc/ca.pem" });
  assert.equal(same.stderr, "");
  assert.equal(admin.run([], {}).stderr, "", "only the settings have it");
  assert.equal(statSync(admin.data).uid, Number(spawnSync("id", ["-u", "nobody"]).stdout));

  const temporary = (TMPDIR: string) => /^TMPDIR=.*$/m.exec(admin.run([], { TMPDIR }).stdout)?.[0];
  assert.equal(temporary(join(scratch.path, "closed")), undefined, "the account can't write it");
  assert.equal(temporary("/tmp"), "TMPDIR=/tmp");

  rmSync(admin.settings);
  assert.equal(admin.run([], {}).status, 0, "the unit starts without the file too");
  writeFileSync(program, "#!/bin/sh\nexit 7\n");
  assert.equal(admin.run([], {}).status, 7);
});

test("exit 2 — the account is missing, or someone other than root runs it", { skip }, () => {
  using scratch = scratchDirectory();
  chmodSync(scratch.path, 0o755);
  const admin = adminIn(scratch.path, { account: "no-such-account", program: "/bin/true" });
  const ended = admin.run(["user", "list"], {});
  assert.equal(ended.status, 2);
  assert.match(ended.stderr, /there is no account no-such-account/);
  const other = spawnSync(
    "setpriv",
    ["--reuid=65534", "--clear-groups", admin.path, "user", "list"],
    {
      encoding: "utf8",
    },
  );
  assert.equal(other.status, 2);
  assert.match(other.stderr, /run it as root/);
});

test("docs/guide/deploying.md: installed, first administrator, backups, timers, rotation and restore, as it is written", {
  skip,
}, async () => {
  using scratch = scratchDirectory();
  using host = hostIn(scratch.path);
  host.run("install");
  host.run("first-administrator");
  assert.match(host.admin("user", "list"), /alice .* admin$/m);
  host.run("revocations", "postgresql");
  assert.deepEqual(readdirSync(join(scratch.path, "backup/countersign")), ["revocations.jsonl"]);
  host.run("backups");
  host.run("keys");
  host.run("exported-file");
  assert.match(readFileSync(join(scratch.path, "root/everything.jsonl"), "utf8"), /"alice"/);
  const backups = join(scratch.path, "backup/countersign");
  await until(() => {
    const names = readdirSync(backups);
    return names.includes("revocations.jsonl") && names.some((name) => name.endsWith(".db.sha256"));
  });
  assert.match(host.run("verify"), /can be restored .*The key ring opens all of its 0 secrets/s);
  assert.match(
    host.run("restore"),
    /was restored to .*The service can't know which signed requests/s,
  );
  assert.match(host.admin("user", "list"), /alice .* admin$/m);
  assert.match(host.admin("keys", "rotate"), /key/);
});

/** The script with paths in `place`. */
function adminIn(place: string, { account, program }: { account: string; program: string }) {
  const [path, settings, data, cache] = ["countersign-admin", "settings.env", "data", "cache"].map(
    (name) => join(place, name),
  ) as [string, string, string, string];
  const values = { account, settings, program, data, cache };
  const text = Object.entries(values).reduce(
    (changed, [name, value]) =>
      changed.replace(new RegExp(`^${name}=.*$`, "m"), `${name}=${value}`),
    script,
  );
  writeFileSync(path, text, { mode: 0o755 });
  const closed = join(place, "closed");
  mkdirSync(closed, { mode: 0o700 });
  const run = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
    spawnSync(path, args, {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ...environment },
      // As root's own directory, where the account can't start a program.
      cwd: closed,
    });
  return { path, settings, data, run };
}

/** The variables that a shell has after it read the settings. */
function readBy(awk: string, text: string): Readonly<Record<string, string>> {
  using scratch = scratchDirectory();
  const settings = join(scratch.path, "settings.env");
  writeFileSync(settings, text);
  symlinkSync(pathOf(awk) ?? assert.fail(`there is no ${awk}`), join(scratch.path, "awk"));
  const [reader] = /^read_settings\(\) \{\n.*?^\}\n/ms.exec(script) ?? [];
  const { stdout } = spawnSync("sh", ["-c", `${reader}\neval "$(read_settings)"; env -0`], {
    encoding: "utf8",
    env: { PATH: `${scratch.path}:${process.env["PATH"]}`, settings },
  });
  const pairs = stdout.split("\0").map((pair) => /^([^=]*)=(.*)$/s.exec(pair)?.slice(1) ?? []);
  const own = ["PATH", "PWD", "OLDPWD", "SHLVL", "_", "settings", undefined];
  return Object.fromEntries(pairs.filter(([name]) => !own.includes(name)));
}

function pathOf(command: string): string | undefined {
  return process.env["PATH"]
    ?.split(delimiter)
    .map((directory) => join(directory, command))
    .find((path) => existsSync(path));
}

/**
 * A machine in a directory: the paths of the guide are in it, and `systemctl` starts the command of the unit as
 * `countersign-admin` does.
 */
function hostIn(place: string) {
  const at = (name: string) => join(place, name);
  for (const name of [
    "bin",
    "etc/systemd/system",
    "root",
    "usr/local/sbin",
    "usr/local/bin",
    "var/lib",
    "var/cache",
  ])
    mkdirSync(at(name), { recursive: true });
  symlinkSync(executable, at("usr/local/bin/countersign"));
  writeFileSync(at("root/password-of-alice"), "correct horse battery staple\n");
  const here = (text: string) =>
    text
      .replace(/(?<![\w.])\/(?=(?:etc|usr\/local|var|backup|root)\b)/g, `${place}/`)
      .replaceAll("-o countersign -g countersign", "-o root -g root")
      .replaceAll("ops/countersign-admin", at("ops/countersign-admin"));
  mkdirSync(at("ops"));
  writeFileSync(
    at("ops/countersign-admin"),
    here(script).replace("account=countersign", "account=root"),
  );
  const [log, pid] = [at("log"), at("pid")];
  const commands = {
    useradd: "",
    journalctl: "",
    systemctl: `
stop() { kill "$(cat ${pid})"; while kill -0 "$(cat ${pid})" 2>/dev/null; do sleep 0.05; done; }
start() {
  countersign-admin serve > ${log} 2>&1 & echo $! > ${pid}
  until grep -q '"msg":"ready"' ${log}; do kill -0 $! || { cat ${log}; exit 1; }; sleep 0.05; done
}
unit() { sh -c "$(sed -n 's| /backup| ${at("backup")}|; s|^ExecStart=.*/sbin/||p' ${at("etc/systemd/system")}/$1.service)"; }
case $* in
  daemon-reload) ;;
  "enable --now countersign" | "start countersign") start ;;
  "enable --now countersign-verify.timer") ;;
  "start countersign-verify.service") unit countersign-verify ;;
  "enable --now countersign-revocations.timer") unit countersign-revocations ;;
  "stop countersign") stop ;;
  "restart countersign") stop; start ;;
  *) echo "systemctl $*"; exit 1 ;;
esac`,
  };
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const env = {
    PATH: `${at("bin")}:${at("usr/local/sbin")}:${process.env["PATH"]}`,
    HOME: at("root"),
  };
  const ran = (command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    assert.equal(status, 0, `${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  return {
    run(block: string, page = "deploying") {
      const text = here(guideBlock(page, block)).replace(
        /^SETTINGS$/m,
        "COUNTERSIGN_PORT=0\nCOUNTERSIGN_INTERNAL_PORT=off\nSETTINGS",
      );
      return ran("bash", ["-e", "-c", text]);
    },
    admin: (...args: readonly string[]) => ran(at("usr/local/sbin/countersign-admin"), args),
    [Symbol.dispose]() {
      if (existsSync(pid)) spawnSync(at("bin/systemctl"), ["stop", "countersign"], { env });
    },
  };
}
