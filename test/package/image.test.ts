/**
 * The image of ops/Containerfile, as Docker, Kubernetes and OpenShift run it: any user, a read-only root, and volumes
 * with the modes that they give them.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../support/free-port.ts";
import { readyLine } from "../support/ready-line.ts";
import { until } from "../support/until.ts";
import {
  type Container,
  type ContainerOptions,
  type Image,
  startContainer,
  withoutNamespaces,
} from "./container.ts";
import { buildImage } from "./image.ts";
import { roomyDirectory } from "./roomy-directory.ts";

const skip = withoutNamespaces();
const directory = roomyDirectory();
after(() => directory[Symbol.dispose]());
let image: Image;
let ports: { readonly PORT: string; readonly INTERNAL_PORT: string };

before(
  async () => {
    if (skip !== false) return;
    image = buildImage(directory.path);
    ports = { PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) };
  },
  { timeout: 300_000 },
);

/** OpenShift's users have numbers like this one, the group 0, and the group of the volume. */
const openShift = { uid: 1_000_770_000, gid: 0, groups: [1_000_770_000] };
const [fsGroup = 0] = openShift.groups;
const secret = "a-secret-of-32-characters-or-more";
const keys = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const given = {
  KEYS_FILE: "/run/secrets/keys",
  INTERNAL_SECRET_FILE: "/run/secrets/internal-secret",
  INTERNAL_HOST: "0.0.0.0",
};

test("any user, read-only root, an emptyDir and a Secret of Kubernetes: it serves without a warning, is healthy, and SIGTERM to PID 1 drains it", {
  skip,
}, async () => {
  // The kubelet makes the directory for everyone, and then gives it to the group of the pod.
  const volume = volumeOf(0o2777, fsGroup);
  const settings = {
    ...given,
    DATA_DIR: `${image.volume}/data`,
    TRUSTED_PROXIES: "127.0.0.1",
    DRAIN_SECONDS: "2",
  };
  await using container = start({
    ...openShift,
    volume,
    secrets: secretsFor(fsGroup, 0o440),
    settings,
  });
  await ready(container);
  assert.deepEqual(warningsIn(container), []);
  assert.equal(container.execute("sh", "-c", "echo x > /x").status, 2, "the root is read-only");
  assert.match(container.execute("cat", "/proc/1/cmdline").output, /main\.js\0serve/);
  assert.match(container.execute("cat", "/proc/1/status").output, /^CapBnd:\t0+$/m);
  assert.equal(container.execute(...image.healthCheck).status, 0);
  const { uid, mode } = statSync(join(volume, "data/countersign.db"));
  assert.deepEqual([uid, mode & 0o777], [openShift.uid, 0o600]);
  const [page, readiness] = [
    `http://127.0.0.1:${ports.PORT}/sign-in`,
    `http://127.0.0.1:${ports.INTERNAL_PORT}/readyz`,
  ];
  assert.equal((await fetch(page)).status, 200);
  container.stop();
  await until(async () => (await fetch(readiness)).status === 503);
  assert.equal(container.execute(...image.healthCheck).status, 1);
  const last = await fetch(page);
  assert.deepEqual([last.status, last.headers.get("connection")], [200, "close"]);
  await last.text();
  assert.equal(await container.ended, 0);
});

test("the image's user on a new volume of Docker: it makes its key ring, and serves without a warning", {
  skip,
}, async () => {
  await using container = start({ volume: volumeOfImage(), settings: {} });
  await ready(container);
  assert.deepEqual(warningsIn(container), []);
  assert.equal(container.execute(...image.healthCheck).status, 0);
  assert.match(container.execute("cat", `${image.volume}/first-administrator`).output, /^http/);
  assert.match(container.execute("countersign", "user", "list").output, /no users|screen/i);
  container.stop();
  assert.equal(await container.ended, 0);
});

test("a disk of Kubernetes: the group may change its files after a mount that says so; the service rejects its key ring, and says what to do", {
  skip,
}, async () => {
  const volume = volumeOf(0o2775, fsGroup);
  mkdirSync(join(volume, "lost+found"), { mode: 0o700 });
  const settings = { DATA_DIR: `${image.volume}/data` };
  {
    await using container = start({ ...openShift, volume, settings });
    await ready(container);
    assert.deepEqual(warningsIn(container), []);
    container.stop();
    assert.equal(await container.ended, 0);
  }
  // As the kubelet does at each mount, unless fsGroupChangePolicy is OnRootMismatch.
  spawnSync("chgrp", ["-R", String(fsGroup), volume]);
  spawnSync("chmod", ["-R", "g+rwX", volume]);
  spawnSync("find", [volume, "-type", "d", "-exec", "chmod", "g+s", "{}", "+"]);
  {
    await using container = start({ ...openShift, volume, settings });
    assert.equal(await container.ended, 2);
    assert.match(
      container.output(),
      new RegExp(
        `${image.volume}/data/keys: other accounts of this machine can change it \\(mode 660\\); run chmod g-w,o= ${image.volume}/data/keys`,
      ),
    );
  }
  spawnSync("chmod", ["g-w,o=", join(volume, "data/keys")]);
  await using container = start({ ...openShift, volume, settings });
  await ready(container);
});

test("the directory of an emptyDir itself: it serves, and the warning says what its user can do about it", {
  skip,
}, async () => {
  const options = { volume: volumeOf(0o2777, fsGroup), settings: {} };
  await using container = start({ ...openShift, ...options });
  await ready(container);
  await until(() => warningsIn(container).length > 0);
  const [warning = "{}", ...more] = warningsIn(container);
  assert.deepEqual(more, []);
  const { msg, fix } = JSON.parse(warning);
  assert.match(msg, /can change the data directory, \/var\/lib\/countersign \(mode 777\)$/);
  assert.match(
    fix,
    /chmod o= \/var\/lib\/countersign\. Or set COUNTERSIGN_DATA_DIR to a new directory/,
  );
});

test("a volume that its user can't write to, and a Secret that everyone can read: the start says which setting, which path, and what to do", {
  skip,
}, async () => {
  await using closed = start({ ...openShift, volume: volumeOfImage(), settings: {} });
  assert.equal(await closed.ended, 1, closed.output());
  assert.match(closed.output(), /COUNTERSIGN_DATA_DIR: \/var\/lib\/countersign/);
  // The mode that Kubernetes gives by default.
  await using open = start({
    volume: volumeOfImage(),
    secrets: secretsFor(0, 0o644),
    settings: given,
  });
  assert.equal(await open.ended, 2);
  assert.match(
    open.output(),
    /COUNTERSIGN_INTERNAL_SECRET_FILE: \/run\/secrets\/internal-secret: other accounts of this machine can read it \(mode 644\)/,
  );
});

function start({
  secrets = mkdtempSync(join(directory.path, "secrets-")),
  ...options
}: Omit<ContainerOptions, "secrets"> & { readonly secrets?: string }): Container {
  const settings = { ...ports, HOST: "127.0.0.1", ...options.settings };
  return startContainer(image, { ...options, secrets, settings });
}

function volumeOf(mode: number, group: number): string {
  const path = mkdtempSync(join(directory.path, "volume-"));
  chownSync(path, 0, group);
  chmodSync(path, mode);
  return path;
}

/** Docker copies the image's directory into a volume that is new, with its owner and its mode. */
function volumeOfImage(): string {
  const path = mkdtempSync(join(directory.path, "volume-"));
  const { uid, gid, mode } = statSync(join(image.directory, "root", image.volume));
  chownSync(path, uid, gid);
  chmodSync(path, mode & 0o7777);
  return path;
}

/** As the kubelet mounts them: files of root in a directory that a link names, so that all change at once. */
function secretsFor(group: number, mode: number): string {
  const path = volumeOf(0o3777, group);
  mkdirSync(join(path, "..2026_01_31"));
  symlinkSync("..2026_01_31", join(path, "..data"));
  for (const [name, text] of [
    ["keys", keys],
    ["internal-secret", secret],
  ] as const) {
    const file = join(path, "..2026_01_31", name);
    writeFileSync(file, `${text}\n`);
    chownSync(file, 0, group);
    chmodSync(file, mode);
    symlinkSync(`..data/${name}`, join(path, name));
  }
  return path;
}

async function ready(container: Container): Promise<void> {
  let isOver = false;
  void container.ended.then(() => {
    isOver = true;
  });
  await until(() => isOver || readyLine.test(container.output()));
  assert.ok(!isOver, container.output());
}

/** Of the log, what is not just an event. */
function warningsIn(container: Container): readonly string[] {
  const lines = container
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  assert.ok(lines.length > 0);
  return lines.filter((line) => JSON.parse(line).level >= 40);
}
