/** Runs the commands of docs/guide/backups.md one after another, exactly as written. */
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { guideText } from "../support/guide-block.ts";
import { executable, makeAlice, makeApp, makeToken, run, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

test("docs/guide/backups.md: backups are created, copied and restored as written", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  const at = (name: string) => join(path, name);
  for (const directory of ["backup", "root", "var/lib", "bin"]) {
    mkdirSync(at(directory), { recursive: true });
  }
  symlinkSync(executable, at("bin/countersign"));
  const settings = { DATA_DIR: at("var/lib/countersign") };
  await makeAlice({ settings });
  const keys = await makeApp({ settings });
  const token = await makeToken({ settings }, keys);
  writeFileSync(at("root/backup-passphrase"), "correct horse battery staple\n");
  copyFileSync(at("var/lib/countersign/keys"), at("root/keys-of-countersign"));
  chmodSync(at("root/keys-of-countersign"), 0o600);

  const blocks = [...guideText("backups").matchAll(/^```sh\n(.*?)^```$/gms)].map(
    ([, text = ""]) => text,
  );
  assert.equal(blocks.length, 6);
  const printed: string[] = [];
  for (const block of blocks) {
    // Something that happens between the backup and the list.
    if (block.includes("revocations export")) {
      const revoked = await runHere(["token", "revoke", "--yes", "--token", token.token], {
        settings,
      });
      assert.equal(revoked.status, 0, revoked.stderr);
    }
    const commands = block.replace(/(?<=[\s=])\/(?=backup|root|var)/g, `${path}/`);
    const { status, stdout, stderr } = await run(["-e", "-c", commands], {
      command: "bash",
      settings,
      environment: { PATH: `${at("bin")}:${dirname(process.execPath)}:${process.env["PATH"]}` },
    });
    assert.equal(status, 0, `${block}\n${stdout}\n${stderr}`);
    printed.push(stdout);
  }
  assert.match(
    printed[1] ?? "",
    /backup\/countersign\.db can be restored.*\n.*1 user, 1 application/,
  );
  assert.match(printed[4] ?? "", /Reapplied 1 revocation\./);
  assert.match(printed[4] ?? "", /alice/);
  assert.match(printed[5] ?? "", /was restored/);
});
