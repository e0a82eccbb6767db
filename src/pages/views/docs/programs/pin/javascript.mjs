import { createHmac } from "node:crypto";
import { createInterface } from "node:readline/promises";
import OAuth from "oauth-1.0a";

const { BASE_URL, CONSUMER_KEY, CONSUMER_SECRET } = process.env;
const oauth = new OAuth({
  consumer: { key: CONSUMER_KEY, secret: CONSUMER_SECRET },
  signature_method: "HMAC-SHA1",
  hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
});

async function call(method, path, data, token) {
  const url = BASE_URL + path;
  const headers = { ...oauth.toHeader(oauth.authorize({ url, method, data }, token)) };
  const response = await fetch(url, { method, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** A token and its secret, as names of the service and of the library. */
function tokenIn(form) {
  const fields = new URLSearchParams(form);
  return { key: fields.get("oauth_token"), secret: fields.get("oauth_token_secret") };
}

// 1. Get a request token.
const request = tokenIn(await call("POST", "/oauth/request_token", { oauth_callback: "oob" }));

// 2. The user allows access in a browser and is shown a PIN.
console.log(`Open ${BASE_URL}/oauth/authorize?oauth_token=${request.key}`);
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const oauth_verifier = await terminal.question("PIN: ");
terminal.close();

// 3. Exchange the PIN for an access token. Keep it with its secret: it works until it's revoked.
const access = tokenIn(await call("POST", "/oauth/access_token", { oauth_verifier }, request));

// 4. Call as the user.
console.log(await call("GET", "/1.1/account/verify_credentials.json", {}, access));
