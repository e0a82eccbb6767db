import { createInterface } from "node:readline/promises";
import { OAuth } from "oauth";

const base = "BASE_URL";
const [key, secret] = ["CONSUMER_KEY", process.env.CONSUMER_SECRET];
const [request, exchange] = [`${base}/oauth/request_token`, `${base}/oauth/access_token`];
const oauth = new OAuth(request, exchange, key, secret, "1.0A", "oob", "HMAC-SHA1");

// 1. A request token, which the user approves in a browser.
oauth.getOAuthRequestToken(async (error, token, tokenSecret) => {
  if (error) throw new Error(error.data ?? error.code);
  console.log(`${base}/oauth/authorize?oauth_token=${token}`);
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const pin = await input.question("Open this address, then type the PIN: ");
  input.close();
  // 2. With the PIN it becomes an access token.
  oauth.getOAuthAccessToken(token, tokenSecret, pin, (error, _access, _accessSecret, viewer) => {
    if (error) throw new Error(error.data ?? error.code);
    console.log(`You may now act for @${viewer.screen_name}`);
  });
});
