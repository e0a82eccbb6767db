import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { makeCertificate } from "../../../test/support/tls.ts";
import { readTlsFiles } from "../../config/tls-files.ts";
import { reloadTls } from "./tls-reload.ts";

test("a certificate that cannot be looked at ends nothing, and is reported once", async () => {
  await using world = await watching();
  const { cert, look, problems } = world;
  rmSync(cert);
  symlinkSync(cert, cert);
  look();
  look();
  assert.equal(problems.length, 1);
  assert.match(String(problems[0]), /^COUNTERSIGN_TLS_CERT: the file .* cannot be read: ELOOP/);
  rmSync(cert);
  world.putBack();
  look();
  look();
  assert.deepEqual(problems.slice(1), [undefined]);
});

test("a file that can be used again is used, although nothing shows that it changed", async () => {
  await using world = await watching();
  const { key, look, problems } = world;
  const good = readFileSync(key);
  const hour = 3_600;
  writeFileSync(key, Buffer.alloc(good.length, "x"));
  utimesSync(key, hour, hour);
  look();
  assert.match(String(problems[0]), /no PEM private key/);
  writeFileSync(key, good);
  utimesSync(key, hour, hour);
  look();
  assert.deepEqual(problems.slice(1), [undefined]);
});

async function watching() {
  const directory = mkdtempSync(join(tmpdir(), "countersign-tls-"));
  const made = await makeCertificate(["localhost"]);
  const paths = { cert: join(directory, "cert.pem"), key: join(directory, "key.pem") };
  const putBack = () => {
    copyFileSync(made.certificate, paths.cert);
    copyFileSync(made.key, paths.key);
  };
  putBack();
  const problems: (string | undefined)[] = [];
  const reload = reloadTls(paths, readTlsFiles(paths), {
    use() {},
    changed: (problem) => problems.push(problem),
  });
  return {
    ...paths,
    putBack,
    problems,
    look: reload.look,
    async [Symbol.asyncDispose]() {
      reload[Symbol.dispose]();
      made[Symbol.dispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
