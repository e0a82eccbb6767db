/** The forms in which clients of other languages send Basic credentials and bearer tokens, written by hand. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { sendRaw } from "../support/raw-http.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestUser,
} from "../support/service.ts";
import { encode, type Pairs, signedPairs } from "../support/signing.ts";
import { formType, header, lengthOf, post, postForm, rejection } from "./wire.ts";

let service: TestService;
let owner: TestUser;
let application: TestApplication;

before(async () => {
  service = await startTestService();
  const { ledger } = service.dependencies;
  owner = await makeUser(ledger, "owner");
  application = await makeApplication(ledger, owner);
});

after(() => service[Symbol.asyncDispose]());

const grant = "grant_type=client_credentials";

const basicForms: Record<string, (key: string, secret: string) => string> = {
  "as they are": (key, secret) => base64(`${key}:${secret}`),
  "percent-encoded where there is no need": (key, secret) =>
    base64(`${everyPercentEncoded(key)}:${everyPercentEncoded(secret)}`),
  "with blanks in the base64": (key, secret) => inLines(base64(`${key}:${secret}`), " "),
  "with tabs in the base64": (key, secret) => inLines(base64(`${key}:${secret}`), "\t"),
  "with the blanks that a proxy makes of line breaks in the base64": (key, secret) =>
    inLines(base64(`${key}:${secret}`), "   "),
  "with a blank behind the base64": (key, secret) => `${base64(`${key}:${secret}`)} `,
};

for (const [form, credentials] of Object.entries(basicForms)) {
  test(`200 — oauth2/token: Basic credentials ${form}`, async () => {
    const bearer = await bearerFor(service.baseUrl, application);
    const given = credentials(application.consumerKey, application.consumerSecret);
    const response = await sendRaw(service.baseUrl, {
      method: "POST",
      target: "/oauth2/token",
      lines: [`Authorization: Basic ${given}`, `${formType};charset=UTF-8`, lengthOf(grant)],
      body: grant,
    });
    assert.deepEqual(JSON.parse(response.body), { token_type: "bearer", access_token: bearer });
  });
}

for (const place of ["query", "body"]) {
  for (const times of [1, 2]) {
    test(`200 — oauth2/invalidate_token: the bearer token in the ${place}, encoded ${times} times`, async () => {
      const { ledger } = service.dependencies;
      const own = await makeApplication(ledger, owner);
      const { token, secret } = await makeAccessToken(ledger, own, owner);
      const bearer = await bearerFor(service.baseUrl, own);
      // Encoding changes no character of a bearer token, so this works either way.
      const sent = times === 1 ? encode(bearer) : encode(encode(bearer));
      const url = `${service.baseUrl}/oauth2/invalidate_token`;
      const credentials = { ...own, token, tokenSecret: secret };
      const pairs = signedPairs("POST", url, credentials, [["access_token", sent]]);
      const request =
        place === "query"
          ? post(`/oauth2/invalidate_token?access_token=${sent}`, [header(pairs)])
          : postForm("/oauth2/invalidate_token", [["access_token", sent]], pairs);
      const response = await sendRaw(service.baseUrl, request);
      assert.deepEqual(JSON.parse(response.body), { access_token: bearer });
    });
  }
}

test("403 (code 348) — oauth2/invalidate_token: anyone but the owner", async () => {
  const { ledger } = service.dependencies;
  const own = await makeApplication(ledger, owner);
  const other = await makeUser(ledger, "not_the_owner");
  const { token, secret } = await makeAccessToken(ledger, own, other);
  const fields: Pairs = [["access_token", await bearerFor(service.baseUrl, own)]];
  const url = `${service.baseUrl}/oauth2/invalidate_token`;
  const credentials = { ...own, token, tokenSecret: secret };
  const request = postForm(
    "/oauth2/invalidate_token",
    fields,
    signedPairs("POST", url, credentials, fields),
  );
  assert.equal(rejection(await sendRaw(service.baseUrl, request)), "403 (code 348)");
});

/** See the folded header in wire-forms.test.ts. */
test("400 (code 215) — oauth2/token: Basic credentials that continue in the next line", async () => {
  const key = base64(`${application.consumerKey}:${application.consumerSecret}`);
  const basic = `Authorization: Basic ${inLines(key, "\r\n ")}`;
  const basicOne = await sendRaw(service.baseUrl, post("/oauth2/token", [basic]));
  assert.equal(rejection(basicOne), "400 (code 215)");
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function inLines(text: string, lineBreak: string): string {
  return text.replace(/.{60}/g, `$&${lineBreak}`);
}

function everyPercentEncoded(text: string): string {
  return text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
