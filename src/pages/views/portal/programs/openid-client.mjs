import * as client from "openid-client";

// 1. A bearer token of the application itself.
const base = "BASE_URL";
const config = new client.Configuration(
  { issuer: base, token_endpoint: `${base}/oauth2/token` },
  "CONSUMER_KEY",
  undefined,
  client.ClientSecretBasic(process.env.CONSUMER_SECRET),
);
client.allowInsecureRequests(config); // The service is at an http address.
const { access_token } = await client.clientCredentialsGrant(config);

// 2. A call with it.
const url = new URL(`${base}/1.1/application/rate_limit_status.json`);
const response = await client.fetchProtectedResource(config, access_token, url, "GET");
console.log(await response.text());
