import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";

const { BASE_URL, CONSUMER_KEY, CONSUMER_SECRET, ACCESS_TOKEN, ACCESS_TOKEN_SECRET } = process.env;
const oauth = new OAuth({
  consumer: { key: CONSUMER_KEY, secret: CONSUMER_SECRET },
  signature_method: "HMAC-SHA1",
  hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
});

const url = `${BASE_URL}/1.1/account/verify_credentials.json`;
const token = { key: ACCESS_TOKEN, secret: ACCESS_TOKEN_SECRET };
const headers = { ...oauth.toHeader(oauth.authorize({ url, method: "GET" }, token)) };
const response = await fetch(url, { headers });
console.log(await response.text());
if (!response.ok) {
  console.log("Look it up in the portal:", response.headers.get("x-countersign-request"));
  process.exitCode = 1;
}
