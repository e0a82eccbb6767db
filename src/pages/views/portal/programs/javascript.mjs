import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";

const { CONSUMER_KEY, CONSUMER_SECRET, ACCESS_TOKEN, ACCESS_TOKEN_SECRET } = process.env;
const oauth = new OAuth({
  consumer: { key: CONSUMER_KEY, secret: CONSUMER_SECRET },
  signature_method: "HMAC-SHA1",
  hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
});

// A call as the user to whom the access token belongs.
const [method, url] = ["METHOD", "URL"];
const data = { NAME: "VALUE" };
const token = { key: ACCESS_TOKEN, secret: ACCESS_TOKEN_SECRET };
const headers = oauth.toHeader(oauth.authorize({ url, method, data }, token));
const sent = { method, headers: { ...headers } };
const response = await fetch(`${url}?${new URLSearchParams(data)}`, sent);
console.log(await response.text());
if (!response.ok) {
  console.log("Look it up in the portal:", response.headers.get("x-countersign-request"));
}
