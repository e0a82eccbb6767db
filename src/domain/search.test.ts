import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialIn, hasCredentialShape, maxSearchText } from "./search.ts";

for (const text of [
  "",
  "weather bot",
  "@wea.friend",
  "alice@users.example",
  "4503599627370496",
  "18446744073709551615",
  "Wettervorhersagenbenachrichtigungsdienst",
  "wettervorhersagenbenachrichtigungsdienst",
  "AAAAAAAAAAAAAAAAAAAA",
  "application.previous-secret-revoked",
]) {
  test(`no credential: ${text}`, () => {
    assert.equal(hasCredentialShape(text), false);
  });
}

for (const text of [
  "1v3Rc8SDtx".repeat(5),
  "1v3Rc8SDtx".repeat(2),
  "  the secret is 1v3Rc8SDtx1v3Rc8SDtx9",
  "4503599627370496-1v3Rc8SDtx1v3Rc8SDtx9",
  "aaaaaaaaaaaaaaaaaaa1",
  "AbCdEfGhIjKlMnOpQrStUvWxY",
]) {
  test(`a credential: ${text}`, () => {
    assert.equal(hasCredentialShape(text), true);
  });
}

const key = "AbCdEfGhIjKlMnOpQrStUvWxY";
const token = `4503599627370496-${"1v3Rc8SDtx".repeat(2)}`;
const secret = "1v3Rc8SDtx".repeat(5);
const base64 = "q83vEjRWeJCrze8SNFZ4kKvN7xI+/A==";
const basic = Buffer.from(`${key}:${secret}`).toString("base64");

for (const [text, credential] of [
  [secret, secret],
  [`${secret}\n`, secret],
  [`\ufeff${secret}\r\n\r\n`, secret],
  [`"${secret}"`, secret],
  [`'${secret}',`, secret],
  [`\`${secret}\``, secret],
  [`it leaked (${secret}) in May`, secret],
  [`It was ${secret}.`, secret],
  [`It was “${secret}”.`, secret],
  [base64, base64],
  ["cs_live_7", "cs_live_7"],
  [`Bearer ${secret}`, secret],
  [`bearer  ${secret}`, secret],
  [`Authorization: Bearer ${secret}`, secret],
  [`authorization:Bearer ${secret}`, secret],
  [`curl -H 'Authorization: Bearer ${secret}' https://api.example/1.1/x1.json`, secret],
  [`Authorization: Basic ${basic}`, secret],
  [`${key}:${secret}`, secret],
  [`curl -u '${key}:${secret}' https://api.example/oauth2/token`, secret],
  [
    `OAuth realm="https://api.example/V1", oauth_callback="https%3A%2F%2Fweather.example%2Fcb", oauth_consumer_key="${key}", oauth_nonce="${"7a".repeat(16)}", oauth_signature="${"9Z".repeat(14)}%3D"`,
    key,
  ],
  [
    `Authorization: OAuth oauth_nonce="${"7a".repeat(16)}", oauth_token="${token}", oauth_consumer_key="${key}"`,
    token,
  ],
  [`GET&https%3A%2F%2Fapi.example%2F1.1&oauth_consumer_key%3D${key}%26oauth_nonce%3D7`, key],
  [`oauth_token=${token}&oauth_token_secret=${secret}&user_id=7`, token],
  ['Authorization: OAuth oauth_consumer_key="imported-7"', "imported-7"],
  [`{"consumer_secret":"${secret}"}`, secret],
  [`{\n  "token_type": "bearer",\n  "access_token": "${secret}"\n}`, secret],
  [`{\\"consumer_secret\\": \\"${secret}\\"}`, secret],
  [`CONSUMER_SECRET=${secret}`, secret],
  [`export API_V1_CONSUMER_SECRET_2="${secret}" # of 2026`, secret],
  [`CONSUMER_SECRET=${base64}`, base64],
  [`const twitterConsumerSecret2 = "${secret}";`, secret],
  [`{"twitterConsumerSecret2": "${secret}"}`, secret],
  [`twitterConsumerSecret2: ${secret}`, secret],
  [`consumer_secret: ${secret}`, secret],
  [`consumerSecret:'${secret}',`, secret],
  [`2026-11-28T03:00:00.123Z key ${key} was rejected`, key],
  [`https://auth.example/invitation/${key}`, key],
  [`<https://auth.example/reset/${key}>`, key],
  [`https://api.example/1.1/account.json?access_token=${secret}#top`, secret],
  [`${secret}\0`, secret],
  [`\u200b${secret}\u200b`, secret],
  [`${"=".repeat(600)} ${secret}`, secret],
] as const) {
  test(`the credential in: ${JSON.stringify(text)}`, () => {
    assert.equal(credentialIn(text)?.reveal(), credential);
  });
}

for (const text of [
  "2026-11-28T03:00:00.123Z",
  "https://api.example:8443/account/settings",
  "18f2a3b4c5d6-abc123.7",
  "basic authentication",
  "oauth_token=",
  "\0",
  `${" ".repeat(maxSearchText)}${secret}`,
]) {
  test(`no credential in: ${JSON.stringify(text).slice(0, 60)}`, () => {
    assert.equal(credentialIn(text), undefined);
  });
}
