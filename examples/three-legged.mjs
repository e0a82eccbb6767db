/**
 * The whole three-legged flow of OAuth 1.0a (RFC 5849) with a PIN.
 *
 *   node examples/three-legged.mjs APP.json [BASE_URL]
 *
 * The file is what `countersign app create --json` prints.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { sign } from "@countersign/oauth1";

const [appFile, baseUrl = "http://127.0.0.1:8080"] = process.argv.slice(2);
if (appFile === undefined) {
  console.error("usage: node examples/three-legged.mjs APP.json [BASE_URL]");
  process.exit(2);
}
const app = readApp(appFile);

const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
try {
  let granted;
  while (granted === undefined) granted = await signIn();
  console.log(`An access token for ${granted.screenName}: ${granted.token}`);

  // 4. A call in the user's name.
  const profile = await call("GET", "/1.1/account/verify_credentials.json", granted);
  console.log(`The service says that this is ${JSON.parse(profile).screen_name}.`);

  // 5. Revoke the access token.
  await call("POST", "/1.1/oauth/invalidate_token.json", granted);
  console.log("The access token is revoked.");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  terminal.close();
}

/** Steps 1 to 3. Returns undefined if the request token has ended, so that it takes a new one. */
async function signIn() {
  // 1. A request token. "oob" is a callback of an application that has none, so the page shows a PIN.
  const requestToken = tokenIn(
    await call("POST", "/oauth/request_token", {}, { oauth_callback: "oob" }),
  );

  // 2. The user approves it in a browser.
  console.log(`Open this URL, sign in and authorize the application:

  ${baseUrl}/oauth/authorize?oauth_token=${requestToken.token}
`);

  // 3. Request token and PIN become an access token. The fifth wrong PIN ends the request token.
  for (let left = 4; left >= 0; left -= 1) {
    const pin = await typed("The PIN that the page shows: ");
    try {
      return tokenIn(
        await call("POST", "/oauth/access_token", requestToken, { oauth_verifier: pin }),
      );
    } catch (error) {
      if (error.code === 89) break;
      if (error.code !== 32) throw error;
      if (left > 0) console.log(`That PIN is wrong. Tries left: ${left}.`);
    }
  }
  console.log("The PIN no longer works, so this starts again.\n");
}

/** Sends a signed request and returns the body of the response. */
async function call(method, path, { token, tokenSecret }, parameters = {}) {
  const url = baseUrl + path;
  const credentials = {
    consumerKey: app.consumer_key,
    consumerSecret: app.consumer_secret,
    token,
    tokenSecret,
  };
  const { authorization } = sign({ method, url }, credentials, { parameters });
  const response = await fetch(url, { method, headers: { authorization } }).catch((error) => {
    const { message } = error.cause ?? error;
    throw new Error(
      `no response from ${baseUrl}; start the service, or name its BASE_URL (${message})`,
    );
  });
  const text = await response.text();
  if (response.ok) return text;
  const [first] = errorsIn(text);
  const message = `${baseUrl} returned ${response.status}: ${first?.message ?? text}`;
  throw Object.assign(new Error(message), { code: first?.code });
}

/** The response to a request for a token is a form. */
function tokenIn(form) {
  const fields = new URLSearchParams(form);
  return {
    token: fields.get("oauth_token"),
    tokenSecret: fields.get("oauth_token_secret"),
    screenName: fields.get("screen_name"),
  };
}

function errorsIn(text) {
  try {
    return JSON.parse(text).errors ?? [];
  } catch {
    return []; // Something else listens there.
  }
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

function readApp(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    console.error(`${file} is not what \`countersign app create --json\` prints: ${error.message}`);
    process.exit(2);
  }
}
