import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";

const base = "BASE_URL";
const { CONSUMER_SECRET, ACCESS_TOKEN, ACCESS_TOKEN_SECRET } = process.env;
const oauth = new OAuth({
  consumer: { key: "CONSUMER_KEY", secret: CONSUMER_SECRET },
  signature_method: "HMAC-SHA1",
  hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
});

// A call as the user to whom the access token belongs.
const url = `${base}/1.1/account/verify_credentials.json`;
const token = { key: ACCESS_TOKEN, secret: ACCESS_TOKEN_SECRET };
const headers = oauth.toHeader(oauth.authorize({ url, method: "GET" }, token));
const response = await fetch(url, { headers: { ...headers } });
console.log(await response.text());
if (!response.ok) {
  console.log("For “Requests” in the portal:", response.headers.get("x-countersign-request"));
}
