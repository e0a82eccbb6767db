/**
 * The whole three-legged flow with a PIN, by an unmodified client library (the package `oauth`).
 *
 *   node examples/three-legged.mjs APP.json [BASE_URL]
 *
 * The file is what `countersign app create --json` prints.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { OAuth } from "oauth";

const [appFile, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
if (appFile === undefined) {
  console.error("usage: node examples/three-legged.mjs APP.json [BASE_URL]");
  process.exit(2);
}
const app = readApp(appFile);
const client = new OAuth(
  `${baseUrl}/oauth/request_token`,
  `${baseUrl}/oauth/access_token`,
  app.consumer_key,
  app.consumer_secret,
  "1.0",
  "oob",
  "HMAC-SHA1",
);

const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
try {
  let granted;
  while (granted === undefined) granted = await signIn();
  const { accessToken, accessSecret, screenName } = granted;
  console.log(`An access token for ${screenName}: ${accessToken}`);

  // 4. A call in the user's name.
  const resource = `${baseUrl}/1.1/account/verify_credentials.json`;
  const [profile] = await call((done) => client.get(resource, accessToken, accessSecret, done));
  console.log(`The service says that this is ${JSON.parse(profile).screen_name}.`);

  // 5. Revoke the access token.
  const revocation = `${baseUrl}/1.1/oauth/invalidate_token.json`;
  await call((done) => client.post(revocation, accessToken, accessSecret, "", "", done));
  console.log("The access token is revoked.");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  terminal.close();
}

/** Steps 1 to 3. Returns undefined if the request token has ended, so that it takes a new one. */
async function signIn() {
  // 1. A request token.
  const [requestToken, requestSecret] = await call((done) => client.getOAuthRequestToken(done));

  // 2. The user approves it in a browser.
  console.log(`Open this URL, sign in and authorize the application:

  ${baseUrl}/oauth/authorize?oauth_token=${requestToken}
`);

  // 3. Request token and PIN become an access token. The fifth wrong PIN ends the request token.
  for (let left = 4; left >= 0; left -= 1) {
    const pin = await typed("The PIN that the page shows: ");
    try {
      const [accessToken, accessSecret, more] = await call((done) =>
        client.getOAuthAccessToken(requestToken, requestSecret, pin, done),
      );
      return { accessToken, accessSecret, screenName: more.screen_name };
    } catch (error) {
      if (error.code === 89) break;
      if (error.code !== 32) throw error;
      if (left > 0) console.log(`That PIN is wrong. Tries left: ${left}.`);
    }
  }
  console.log("The PIN no longer works, so this starts again.\n");
}

/** The next line that is not empty. */
async function typed(prompt) {
  process.stdout.write(prompt);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("no PIN was typed");
    if (value.trim() !== "") return value;
  }
}

/** The library's callbacks as promises: everything behind the error. */
function call(start) {
  return new Promise((resolve, reject) => {
    start((error, ...results) => {
      if (error) reject(explained(error));
      else resolve(results);
    });
  });
}

function explained({ statusCode, data, message }) {
  if (statusCode === undefined) {
    return new Error(
      `no response from ${baseUrl}; start the service, or name its BASE_URL (${message})`,
    );
  }
  const [first] = errorsIn(data);
  const text = `${baseUrl} returned ${statusCode}: ${first?.message ?? data}`;
  return Object.assign(new Error(text), { code: first?.code });
}

function errorsIn(data) {
  try {
    return JSON.parse(data).errors ?? [];
  } catch {
    return []; // Something else listens there.
  }
}

function readApp(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.error(`${file} is not what \`countersign app create --json\` prints: ${error.message}`);
    process.exit(2);
  }
}
