/** Runs the commands of docs/guide/sunset.md one after another in a new directory, exactly as written. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { guideText } from "../support/guide-block.ts";
import { signedFetch } from "../support/signing.ts";
import {
  executable,
  makeAlice,
  makeApp,
  makeToken,
  run,
  scratchDirectory,
  serve,
} from "./command.ts";

// interface §16.65, §16.66
test("docs/guide/sunset.md: what is used is found, its end is announced, tried out, and removed as written", async () => {
  using scratch = scratchDirectory();
  const { path } = scratch;
  mkdirSync(join(path, "bin"));
  symlinkSync(executable, join(path, "bin/countersign"));
  const settings = { DATA_DIR: join(path, "data") };
  await makeAlice({ settings });
  const keys = await makeApp({ settings });
  const pair = await makeToken({ settings }, keys);
  const call = async () => {
    // A server writes what it counted when it stops, and reads the sunsets when it starts.
    await using server = await serve(["serve"], { settings });
    const credentials = {
      ...{ consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret },
      ...{ token: pair.token, tokenSecret: pair.token_secret },
    };
    const url = `${server.baseUrl}/1.1/account/verify_credentials.json`;
    const headers = { "user-agent": "oauth-lib/1.9" };
    const response = await signedFetch("GET", url, credentials, { headers });
    assert.equal(response.status, 200, await response.text());
    return response.headers;
  };
  // The guide's days are in the year after the one in which it was written.
  const year = new Date().getUTCFullYear() + 1;
  const text = guideText("sunset");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const perform = async (block = "") => {
    const { status, stdout, stderr } = await run(
      ["-e", "-c", block.replaceAll("2027-", `${year}-`)],
      {
        ...{ command: "bash", cwd: path, settings },
        environment: {
          PATH: `${join(path, "bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
        },
      },
    );
    assert.equal(status, 0, `${block}\n${stdout}\n${stderr}`);
    return stdout;
  };
  const [look, plan, brownout, remove, ...others] = blocks;
  assert.deepEqual(others, []);

  assert.equal((await call()).get("sunset"), null);
  const used = await perform(look);
  assert.match(used, /^hmac-sha1 +applications 1 +users 1$/m);
  assert.match(used, new RegExp(`^${keys.id} .*requests 1 .*oauth-lib/1\\.9$`, "m"));
  assert.match(used, new RegExp(`^oauth-lib/1\\.9 +${keys.id} .*Weather Bot$`, "m"));
  const lines = (name: string) => readFileSync(join(path, name), "utf8").trimEnd().split("\n");
  assert.match(lines("hmac-sha1.csv")[1] ?? "", /,hmac-sha1,1,0,1,.*,oauth-lib\/1\.9$/);
  assert.match(lines("oauth-lib.csv")[1] ?? "", /,alice,oauth-lib\/1\.9,/);

  assert.match(await perform(plan), /^sha1 {2}hmac-sha1 {2}every application {2}deprecated /);
  const [, deprecation, sunset, link] =
    /^Deprecation: (.*)\nSunset: (.*)\nLink: (.*)$/m.exec(text) ?? [];
  const announced = await call();
  assert.match(announced.get("deprecation") ?? "", /^@\d{10}$/);
  assert.match(deprecation ?? "", /^@\d{10}$/);
  assert.equal(announced.get("sunset"), new Date(Date.UTC(year, 5, 1)).toUTCString());
  assert.equal(sunset, new Date(Date.UTC(2027, 5, 1)).toUTCString());
  assert.equal(announced.get("link"), link);

  assert.match(await perform(brownout), /brownout .*-05-01T\S+ to .*-05-08T\S+, 10 min an hour/);
  assert.match(await perform(remove), /^the sunset sha1 is removed$/m);
  assert.equal((await call()).get("sunset"), null);
});
