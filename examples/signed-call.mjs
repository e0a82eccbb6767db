/**
 * A call signed with OAuth 1.0a (RFC 5849).
 *
 *   node examples/signed-call.mjs APP.json TOKEN.json [URL]
 *
 * The files are what `countersign app create --json` and `countersign token create --json` print.
 */
import { readFileSync } from "node:fs";
import { sign } from "@countersign/oauth1";

const [appFile, tokenFile, url = "http://127.0.0.1:8080/1.1/account/verify_credentials.json"] =
  process.argv.slice(2);
if (tokenFile === undefined) {
  console.error("usage: node examples/signed-call.mjs APP.json TOKEN.json [URL]");
  process.exit(2);
}
const app = read(appFile, "app create");
const token = read(tokenFile, "token create");

const { authorization } = sign(
  { method: "GET", url },
  {
    consumerKey: app.consumer_key,
    consumerSecret: app.consumer_secret,
    token: token.token,
    tokenSecret: token.token_secret,
  },
);
const response = await fetch(url, { headers: { authorization } }).catch(() => {
  console.error(`no server responds at ${new URL(url).origin}; start the service, or name its URL`);
  process.exit(1);
});
const text = await response.text();
const isJson = response.headers.get("content-type")?.includes("json");
console.log(response.status, isJson ? JSON.parse(text) : text);
if (!response.ok) process.exitCode = 1;

function read(file, command) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.error(`${file} is not what \`countersign ${command} --json\` prints: ${error.message}`);
    process.exit(2);
  }
}
