/**
 * A call signed with OAuth 1.0a (RFC 5849), by hand: everything that a client library does for you.
 *
 *   node examples/signed-call.mjs APP.json TOKEN.json [ADDRESS]
 *
 * The files are what `countersign app create --json` and `countersign token create --json` print.
 */
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

const [appFile, tokenFile, address] = process.argv.slice(2);
if (tokenFile === undefined) {
  console.error("usage: node examples/signed-call.mjs APP.json TOKEN.json [ADDRESS]");
  process.exit(2);
}
const app = read(appFile, "app create");
const token = read(tokenFile, "token create");
const url = new URL(address ?? "http://127.0.0.1:8080/1.1/account/verify_credentials.json");

const oauth = {
  oauth_consumer_key: app.consumer_key,
  oauth_nonce: randomBytes(16).toString("hex"),
  oauth_signature_method: "HMAC-SHA1",
  oauth_timestamp: String(Math.floor(Date.now() / 1000)),
  oauth_token: token.oauth_token,
  oauth_version: "1.0",
};

// §3.4.1.3: every parameter, encoded, then sorted by name and value.
const parameters = [...Object.entries(oauth), ...url.searchParams]
  .map((pair) => pair.map(encode))
  .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
  .map((pair) => pair.join("="))
  .join("&");
// §3.4.1.1: method, address without its query, parameters.
const baseString = ["GET", url.origin + url.pathname, parameters].map(encode).join("&");
// §3.4.2: HMAC-SHA1 under both secrets.
const key = `${encode(app.consumer_secret)}&${encode(token.oauth_token_secret)}`;
const oauth_signature = createHmac("sha1", key).update(baseString).digest("base64");

const header = Object.entries({ ...oauth, oauth_signature })
  .map(([name, value]) => `${name}="${encode(value)}"`)
  .join(", ");
const response = await fetch(url, { headers: { authorization: `OAuth ${header}` } }).catch(() => {
  console.error(`nobody answers at ${url.origin}; start the service, or name its ADDRESS`);
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

/** §3.6: letters, digits and - . _ ~ stay as they are. */
function encode(text) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
