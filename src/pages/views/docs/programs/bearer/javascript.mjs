const { BASE_URL, CONSUMER_KEY, CONSUMER_SECRET } = process.env;

// 1. Get the application's bearer token. The same one is returned until it's revoked, so keep it.
const basic = Buffer.from(`${CONSUMER_KEY}:${CONSUMER_SECRET}`).toString("base64");
const issued = await fetch(`${BASE_URL}/oauth2/token`, {
  method: "POST",
  headers: { authorization: `Basic ${basic}` },
  body: new URLSearchParams({ grant_type: "client_credentials" }),
});
if (!issued.ok) throw new Error(await issued.text());
const { access_token } = await issued.json();

// 2. Call as the application.
const headers = { authorization: `Bearer ${access_token}` };
const response = await fetch(`${BASE_URL}/1.1/application/rate_limit_status.json`, { headers });
console.log(await response.text());
