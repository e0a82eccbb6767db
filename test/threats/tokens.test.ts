/** T13, T32, T30, T09, T33: credentials count only for their owner, complete and unchanged, and one at a time. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  requestErrorOf,
  requestTokenFor,
} from "../support/flow.ts";
import { mutations } from "../support/mutations.ts";
import { sendRaw } from "../support/raw-http.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const verify = "/1.1/account/verify_credentials.json";
const status = "/1.1/application/rate_limit_status.json";

/** Sends a GET; undefined if the value cannot be put into a header. */
function getWith(url: string, authorization: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    try {
      const sent = request(url, { headers: { authorization } }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode));
      });
      sent.on("error", reject).end();
    } catch {
      resolve(undefined);
    }
  });
}

test("T13 — 401 or 400: every prefix, suffix, bit flip, case change and padding of a bearer", async () => {
  await using world = await startWorld();
  const bearer = await bearerFor(world.baseUrl, world.application);
  let unsendable = 0;
  for (const altered of mutations(bearer)) {
    const answer = await getWith(world.baseUrl + status, `Bearer ${altered}`);
    // Spaces separate a token from its scheme, but a tab, which a changed bit may produce, does not.
    const sent = altered.trimEnd().replace(/^ +/, "");
    if (answer === undefined) unsendable += 1;
    else if (sent === bearer) assert.equal(answer, 200);
    else if (/^[A-Za-z0-9._~+/-]+=*$/.test(sent)) {
      assert.equal(answer, 401, JSON.stringify(altered));
    } else assert.equal(answer, 400, JSON.stringify(altered));
  }
  assert.ok(unsendable < bearer.length * 3, "only control characters");
  assert.equal(await getWith(world.baseUrl + status, `Bearer ${bearer}`), 200);
  assert.equal(await getWith(world.baseUrl + status, `Bearer   ${bearer}  `), 200);
});

test("T13 — 401 (code 89): every alteration of an access token, even signed with its secret", async () => {
  await using world = await startWorld();
  const { token, secret } = await makeAccessToken(world.ledger, world.application, world.alice);
  const altered = [...mutations(token)];
  for (let at = 0; at < altered.length; at += 50) {
    await Promise.all(
      altered.slice(at, at + 50).map(async (one) => {
        const response = await world.signed("GET", verify, { token: { token: one, secret } });
        const expected = one === "" ? "400 (code 215)" : "401 (code 89)";
        assert.equal(await requestErrorOf(response), expected, JSON.stringify(one));
      }),
    );
  }
  assert.equal((await world.signed("GET", verify, { token: { token, secret } })).status, 200);
});

test("T13 — 401 (code 32) or 89: every alteration of a verifier, and of signature bits", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  for (let round = 0; round < 3; round += 1) {
    const request = await requestTokenFor(baseUrl, application);
    const verifier = await approvalOf(baseUrl, request.token, alice, visitor);
    const four = [...mutations(verifier)]
      .filter((one) => one !== "")
      .slice(round * 4, round * 4 + 4);
    for (const one of four) {
      assert.equal(
        await requestErrorOf(await exchange(baseUrl, application, request, one)),
        "401 (code 32)",
      );
    }
    assert.equal((await exchange(baseUrl, application, request, verifier)).status, 200);
  }
  const pairs = signedPairs("POST", `${baseUrl}/oauth/request_token`, application, [], {
    oauth_callback: "oob",
  });
  const signature = pairs.at(-1)?.[1] ?? "";
  for (const one of mutations(signature)) {
    const altered = pairs.map(([name, value]): [string, string] =>
      name === "oauth_signature" ? [name, one] : [name, value],
    );
    const response = await fetch(`${baseUrl}/oauth/request_token`, {
      method: "POST",
      headers: { authorization: authorizationHeader(altered) },
    });
    assert.equal(
      await requestErrorOf(response),
      one === "" ? "400 (code 215)" : "401 (code 32)",
      one,
    );
  }
});

// interface §5.8, §11.9
test("T32 — 401 (code 89): a token with another application's key", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice, application } = world;
  const other = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const request = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, request.token, alice);
  for (const [method, path] of [
    ["GET", verify],
    ["GET", status],
    ["POST", "/1.1/oauth/invalidate_token"],
    ["POST", "/oauth2/invalidate_token"],
    ["POST", "/oauth/request_token"],
  ] as const) {
    const response = await world.signed(method, path, {
      as: other,
      token: access,
      oauth: { oauth_callback: "oob" },
    });
    assert.equal(await requestErrorOf(response), "401 (code 89)", path);
  }
  assert.equal(
    await requestErrorOf(await exchange(baseUrl, other, request, verifier)),
    "401 (code 89)",
  );
  assert.equal((await exchange(baseUrl, application, request, verifier)).status, 200);
  // A token of one kind does not work as another kind.
  const asRequest = await exchange(baseUrl, application, access, verifier);
  assert.equal(await requestErrorOf(asRequest), "401 (code 89)");
  const fresh = await requestTokenFor(baseUrl, application);
  assert.equal(
    await requestErrorOf(await world.signed("GET", verify, { token: fresh })),
    "401 (code 89)",
  );
});

// interface §11.17
test("T30 — 400 (code 215): two sets of credentials in one request", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const access = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  const basic = basicHeader(application);
  const form = "application/x-www-form-urlencoded";
  const signedFor = (method: string, path: string) =>
    signedPairs(method, baseUrl + path, {
      ...application,
      token: access.token,
      tokenSecret: access.secret,
    });
  const oauth = authorizationHeader(signedFor("GET", verify));
  const send = (method: string, path: string, authorization: string[], body?: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(baseUrl + path, { method }, async (response) => {
        const text = String(Buffer.concat(await response.toArray()));
        resolve(`${response.statusCode} (code ${JSON.parse(text).errors?.[0]?.code})`);
      });
      sent.on("error", reject);
      sent.setHeader("authorization", authorization as unknown as string);
      if (body !== undefined) sent.setHeader("content-type", form);
      sent.end(body);
    });
  const grant = "grant_type=client_credentials";
  const cases: [string, string, string[], string?][] = [
    ["GET", verify, [oauth, `Bearer ${bearer}`]],
    ["GET", verify, [`Bearer ${bearer}`, oauth]],
    ["GET", verify, [oauth, oauth]],
    ["GET", status, [`Bearer ${bearer}`, `Bearer ${bearer}`]],
    ["GET", `${status}?oauth_token=x`, [`Bearer ${bearer}`]],
    ["GET", `${verify}?${new URLSearchParams(signedFor("GET", verify))}`, [`Bearer ${bearer}`]],
    ["GET", `${verify}?${new URLSearchParams(signedFor("GET", verify))}`, [basic]],
    ["POST", "/oauth2/token", [basic, basic], grant],
    ["POST", "/oauth2/token", [basic, oauth], grant],
    ["POST", "/oauth2/token", [basic], `${grant}&client_id=other&client_secret=x`],
    ["POST", "/oauth2/token", [basic], `${grant}&oauth_consumer_key=x`],
    ["POST", "/oauth2/token?oauth_token=x", [basic], grant],
  ];
  for (const [method, path, authorization, body] of cases) {
    assert.equal(
      await send(method, path, authorization, body),
      "400 (code 215)",
      `${path} ${body}`,
    );
  }
});

// interface §11.14, §11.17
test("T30 — 400 (code 215): oauth_* beside Basic, and no type of a body that one reader takes for a form and another does not", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const form = "application/x-www-form-urlencoded";
  const many = "a=1&".repeat(254);
  const both = "grant_type=client_credentials&oauth_token=x";
  for (const [type, body, expected] of [
    [form, both, "400 (code 215)"],
    [`${form};charset=utf-8`, both, "400 (code 215)"],
    [`\t${form}\t;`, both, "400 (code 215)"],
    [form.toUpperCase(), both, "400 (code 215)"],
    [form, `${many}${both}`, "400 (code 215)"],
    [form, `${many}a=1&${both}`, "400 (code 215)"],
    [form, "grant_type=client_credentials&%6F%61uth_token", "400 (code 215)"],
    // For both readers it is no form: neither the grant type nor the other parameter is read.
    [`\xa0${form}`, both, "403 (code 170)"],
    [`${form}\xa0`, both, "403 (code 170)"],
    [`${form}\xa0;`, both, "403 (code 170)"],
    [`${form},`, both, "403 (code 170)"],
    // For both readers it is another name.
    [form, "?grant_type=client_credentials", "403 (code 170)"],
  ] as const) {
    const response = await sendRaw(baseUrl, {
      method: "POST",
      target: "/oauth2/token",
      lines: [
        `Authorization: ${basicHeader(application)}`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      ],
      body,
    });
    const [error] = JSON.parse(response.body).errors;
    assert.equal(`${response.status} (code ${error.code})`, expected, JSON.stringify([type, body]));
  }
});

// interface §11.2, §11.3
test("T09 — 400: a parameter that decides something, with two values, on every endpoint", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const access = await makeAccessToken(ledger, application, alice);
  const callback = "https://weather.example/callback";
  const signedCases: [string, string, Record<string, string>, [string, string][]?][] = [
    ["POST", "/oauth/request_token?oauth_callback=oob", { oauth_callback: callback }],
    ["POST", "/oauth/request_token", { oauth_callback: callback }, [["oauth_callback", "oob"]]],
    ["POST", "/oauth/request_token?oauth_nonce=x", { oauth_callback: callback }],
    ["POST", "/oauth/request_token?oauth_unknown=1&oauth_unknown=2", { oauth_callback: callback }],
    [
      "POST",
      "/oauth/request_token?svc_auth_access_type=read&svc_auth_access_type=write",
      { oauth_callback: callback },
    ],
    [
      "POST",
      "/oauth/request_token?x_auth_access_type=write",
      { oauth_callback: callback, x_auth_access_type: "read" },
    ],
    ["POST", "/oauth/access_token?oauth_verifier=a", { oauth_verifier: "b" }],
    ["POST", "/oauth/access_token?oauth_token=a", { oauth_token: "b" }],
    ["GET", `${verify}?oauth_token=other`, { oauth_token: access.token }],
    ["GET", `${verify}?include_email=true&include_email=false`, { oauth_token: access.token }],
    ["POST", "/1.1/oauth/invalidate_token?oauth_token=x", { oauth_token: access.token }],
    [
      "POST",
      "/oauth2/invalidate_token?access_token=a",
      { oauth_token: access.token },
      [["access_token", "b"]],
    ],
    ["GET", `${status}?oauth_consumer_key=x`, { oauth_token: access.token }],
  ];
  for (const [method, path, oauth, form] of signedCases) {
    const response = await world.signed(method, path, { oauth, ...(form && { form }) });
    assert.equal(await requestErrorOf(response), "400 (code 215)", path);
  }
  const grant = await fetch(`${baseUrl}/oauth2/token?grant_type=password`, {
    method: "POST",
    headers: { authorization: basicHeader(application) },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(await requestErrorOf(grant), "400 (code 215)");

  const [one, other] = [
    await requestTokenFor(baseUrl, application),
    await requestTokenFor(baseUrl, application),
  ];
  const visitor = new Visitor(baseUrl);
  for (const path of ["/oauth/authorize", "/oauth/authenticate"]) {
    const query = `oauth_token=${one.token}&oauth_token=${other.token}`;
    assert.equal((await visitor.get(`${path}?${query}`)).status, 400, path);
    const forced = `oauth_token=${one.token}&force_login=true&force_login=false`;
    assert.equal((await visitor.get(`${path}?${forced}`)).status, 400, path);
    const shown = await visitor.open(`/oauth/authorize?oauth_token=${one.token}`, alice);
    const csrf = /name="csrf" value="([^"]*)"/.exec(shown.html)?.[1] ?? "";
    for (const body of [
      `csrf=${csrf}&oauth_token=${one.token}&decision=deny&decision=allow`,
      `csrf=${csrf}&oauth_token=${one.token}&oauth_token=${other.token}&decision=allow`,
      `csrf=x&csrf=${csrf}&oauth_token=${one.token}&decision=allow`,
    ]) {
      const response = await fetch(baseUrl + path, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: `session=${visitor.cookies.get("session")}`,
        },
        body,
      });
      assert.equal(response.status, 400, body);
    }
  }
});

// interface §11.3
test("T09 — other parameters may repeat, equal pairs too, and are signed as they stand", async () => {
  await using world = await startWorld();
  const access = await makeAccessToken(world.ledger, world.application, world.alice);
  for (const query of ["?a=1&a=2", "?a=1&a=1", "?a=2&a=1&a[]=3&b", "?a=%20+%2B&=x", "?%61=1&a=0"]) {
    assert.equal((await world.signed("GET", verify + query, { token: access })).status, 200, query);
  }
});

// interface §11.14
test("T33 — a JSON body is outside the signature, and is never read as a form", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const url = `${baseUrl}/oauth/request_token`;
  const send = (type: string, body: string) => {
    const authorization = authorizationHeader(signedPairs("POST", url, application));
    return fetch(url, { method: "POST", headers: { authorization, "content-type": type }, body });
  };
  for (const type of [
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencodedx",
  ]) {
    assert.equal(
      await requestErrorOf(await send(type, "oauth_callback=oob")),
      "400 (code 215)",
      type,
    );
  }
  // The same text sent as a form is a parameter that was not signed.
  assert.equal(
    await requestErrorOf(await send("application/x-www-form-urlencoded", "oauth_callback=oob")),
    "401 (code 32)",
  );
});

test("400 (code 215) — a parameter with different values: every kind of caller is answered the same", async () => {
  await using world = await startWorld({ COMPAT: "basic-invalidate" });
  const { baseUrl, application } = world;
  const authorization = basicHeader(application);
  const form = (
    path: string,
    fields: string,
    headers: Record<string, string> = { authorization },
  ) => fetch(baseUrl + path, { method: "POST", headers, body: new URLSearchParams(fields) });
  const grant = "grant_type=client_credentials";
  for (const [name, response] of [
    ["oauth_nonce", await world.signed("POST", "/oauth/request_token?oauth_nonce=another")],
    ["grant_type", await form("/oauth2/token", `grant_type=password&${grant}`)],
    ["grant_type", await form("/oauth2/token?grant_type=password", grant)],
    ["client_id", await form("/oauth2/token", `${grant}&client_id=a&client_id=b`)],
    ["access_token", await form("/oauth2/invalidate_token", "access_token=a&access_token=b")],
  ] as const) {
    assert.equal(response.status, 400, name);
    assert.match(await response.text(), new RegExp(`"[^"]*: ${name} has different values\\."`));
  }
  // A page does not name the parameter.
  for (const response of [
    await form("/sign-in", "username=a&username=b", {}),
    await fetch(`${baseUrl}/oauth/authorize?oauth_token=a&oauth_token=b`),
  ]) {
    assert.equal(response.status, 400);
  }
});
