/**
 * The whole three-legged flow with a PIN, by an unmodified client library (the package `oauth`).
 *
 *   node examples/three-legged.mjs APP.json [BASE_URL]
 *
 * The file is what `countersign app create --json` prints.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { OAuth } from "oauth";

const [appFile, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
if (appFile === undefined) {
  console.error("usage: node examples/three-legged.mjs APP.json [BASE_URL]");
  process.exit(2);
}
const app = JSON.parse(readFileSync(appFile, "utf8"));
const client = new OAuth(
  `${baseUrl}/oauth/request_token`,
  `${baseUrl}/oauth/access_token`,
  app.consumer_key,
  app.consumer_secret,
  "1.0",
  "oob",
  "HMAC-SHA1",
);

// 1. A request token.
const [requestToken, requestSecret] = await ask((done) => client.getOAuthRequestToken(done));

// 2. The person approves it in a browser.
console.log(`Open this address, sign in and authorize the application:

  ${baseUrl}/oauth/authorize?oauth_token=${requestToken}
`);
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const pin = (await terminal.question("The PIN that the page shows: ")).trim();
terminal.close();

// 3. Request token and PIN become an access token.
const [accessToken, accessSecret, more] = await ask((done) =>
  client.getOAuthAccessToken(requestToken, requestSecret, pin, done),
);
console.log(`An access token for ${more.screen_name}: ${accessToken}`);

// 4. A call in the person's name.
const [profile] = await ask((done) =>
  client.get(`${baseUrl}/1.1/account/verify_credentials.json`, accessToken, accessSecret, done),
);
console.log(`The service says that this is ${JSON.parse(profile).screen_name}.`);

// 5. The application gives the token back, and it is dead.
const revocation = `${baseUrl}/1.1/oauth/invalidate_token.json`;
await ask((done) => client.post(revocation, accessToken, accessSecret, "", "", done));
console.log("The access token is revoked.");

/** The library's callbacks as promises: everything behind the error. */
function ask(call) {
  return new Promise((resolve, reject) => {
    call((error, ...answers) => {
      if (error) reject(new Error(`${error.statusCode}: ${error.data}`));
      else resolve(answers);
    });
  });
}
