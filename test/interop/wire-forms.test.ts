/**
 * The forms in which clients of other languages send the same signed request, written by hand. Each title
 * names the form; the parts that all forms share are at the end.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { approvalOf, type Pair, requestTokenFor } from "../support/flow.ts";
import { type RawRequest, sendRaw } from "../support/raw-http.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestUser,
} from "../support/service.ts";
import { type Pairs, type SigningCredentials, signedPairs } from "../support/signing.ts";
import { Visitor } from "../support/visitor.ts";
import { form, formType, header, post, postForm, rejection, withBody } from "./wire.ts";

let service: TestService;
let alice: TestUser;
let application: TestApplication;
/** Signed in only once, because signing in is slow on purpose. */
let visitor: Visitor;

before(async () => {
  service = await startTestService();
  const { ledger } = service.dependencies;
  alice = await makeUser(ledger, "alice");
  application = await makeApplication(ledger, alice, { access: "write" });
  visitor = new Visitor(service.baseUrl);
});

after(() => service[Symbol.asyncDispose]());

const callback: readonly [string, string] = [
  "oauth_callback",
  "https://weather.example/callback?a=1&b=c%20d",
];

/** Each of them gets a request token. */
const requestTokenForms: Record<string, () => RawRequest> = {
  "POST, all in the header, no Content-Type, no Content-Length": () =>
    post("request_token", [header(signed("POST", "request_token", [callback]))]),
  "GET, all in the header": () => ({
    method: "GET",
    target: "/oauth/request_token",
    lines: [header(signed("GET", "request_token", [callback]))],
  }),
  "GET, all in the header, a form's type and Content-Length 0": () => ({
    method: "GET",
    target: "/oauth/request_token",
    lines: [header(signed("GET", "request_token", [callback])), formType, "Content-Length: 0"],
  }),
  "GET, all in the query": () => ({
    method: "GET",
    target: `/oauth/request_token?${form(signed("GET", "request_token", [callback]))}`,
  }),
  "POST, all in the query": () =>
    post(`request_token?${form(signed("POST", "request_token", [callback]))}`),
  "POST, all in the body": () =>
    postForm("request_token", signed("POST", "request_token", [callback])),
  "callback in the body": () =>
    postForm("request_token", [callback], signed("POST", "request_token", [], [callback])),
  "callback in the query": () =>
    post(`request_token?${form([callback])}`, [
      header(signed("POST", "request_token", [], [callback])),
    ]),
  "callback in header and body, signed once": () =>
    postForm("request_token", [callback], signed("POST", "request_token", [callback])),
  "callback in header and query, signed once": () =>
    post(`request_token?${form([callback])}`, [
      header(signed("POST", "request_token", [callback])),
    ]),
  "every oauth_ pair twice in the body, signed once, as Authlib sends it": () => {
    const pairs = signed("POST", "request_token", [callback], [["scope", "a b"]]);
    const fields: Pairs = [["scope", "a b"], ...pairs.filter(unsigned), ...pairs];
    return postForm("request_token", fields);
  },
  "every oauth_ pair twice in the query, signed once, as Authlib sends it": () => {
    const pairs = signed("POST", "request_token", [callback]);
    return post(`request_token?${form([...pairs.filter(unsigned), ...pairs])}`);
  },
  "every oauth_ pair twice in the header and once more in the query": () => {
    const pairs = signed("POST", "request_token", [callback]);
    return post(`request_token?${form(pairs)}`, [header([...pairs, ...pairs])]);
  },
  "x_auth_access_type in the query": () =>
    post("request_token?x_auth_access_type=read", [
      header(signed("POST", "request_token", [callback], [["x_auth_access_type", "read"]])),
    ]),
  "x_auth_access_type and callback in the body": () => {
    const fields: Pairs = [callback, ["x_auth_access_type", "read"]];
    return postForm("request_token", fields, signed("POST", "request_token", [], fields));
  },
  "separated by commas alone": () =>
    post("request_token", [header(signed("POST", "request_token", [callback]), ",")]),
  "separated by the blanks that a proxy makes of folded lines": () =>
    post("request_token", [header(signed("POST", "request_token", [callback]), ",      ")]),
  "separated by commas with tabs around them": () =>
    post("request_token", [header(signed("POST", "request_token", [callback]), "\t,\t")]),
  "an empty realm first": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback])).replace("OAuth ", 'OAuth realm="", '),
    ]),
  "a realm last": () =>
    post("request_token", [
      `${header(signed("POST", "request_token", [callback]))}, realm="https://api.example/"`,
    ]),
  "the scheme in lower case": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback])).replace("OAuth ", "oauth "),
    ]),
  "a scope among the header's parameters": () =>
    post("request_token", [header(signed("POST", "request_token", [callback, ["scope", "a b"]]))]),
  "oauth_version 1.0A": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback, ["oauth_version", "1.0A"]])),
    ]),
  "no oauth_version": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback], [], { version: false })),
    ]),
  'oauth_token=""': () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback, ["oauth_token", ""]])),
    ]),
  "a bare ? behind the path": () =>
    post("request_token?", [header(signed("POST", "request_token", [callback]))]),
  "a bare ? behind the path, signed as a pair of nothing": () =>
    post("request_token?", [header(signed("POST", "request_token", [callback], [["", ""]]))]),
  "application/json without a body": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback])),
      "Content-Type: application/json",
      "Content-Length: 0",
    ]),
  "application/octet-stream without a body": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback])),
      "Content-Type: application/octet-stream",
      "Content-Length: 0",
    ]),
  "an empty body in chunks": () => ({
    ...post("request_token", [
      header(signed("POST", "request_token", [callback])),
      "Transfer-Encoding: chunked",
    ]),
    body: "0\r\n\r\n",
  }),
  "a form in chunks, its type in capitals and with a charset": () => {
    const body = form(signed("POST", "request_token", [callback]));
    return {
      ...post("request_token", [
        "Content-Type: Application/X-WWW-Form-Urlencoded;charset=utf-8",
        "Transfer-Encoding: chunked",
      ]),
      body: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    };
  },
  "a blank as + in a form": () => {
    const fields: Pairs = [callback, ["app_name", "Weather Bot"]];
    const sent = postForm("request_token", fields, signed("POST", "request_token", [], fields));
    return { ...sent, ...withBody(sent, form(fields).replace("Weather%20Bot", "Weather+Bot")) };
  },
  "repeated names with brackets in the query": () =>
    post("request_token?tag[]=b&tag[]=a&tag[]=", [
      header(
        signed(
          "POST",
          "request_token",
          [callback],
          [
            ["tag[]", "b"],
            ["tag[]", "a"],
            ["tag[]", ""],
          ],
        ),
      ),
    ]),
  "the port left out of what is signed": () =>
    post("request_token", [
      header(signed("POST", "request_token", [callback], [], { withoutPort: true })),
    ]),
};

for (const [form, request] of Object.entries(requestTokenForms)) {
  test(`200 — request_token: ${form}`, async () => {
    const response = await sendRaw(service.baseUrl, request());
    assert.equal(response.status, 200, response.body);
    assert.match(
      response.body,
      /^oauth_token=\w{27}&oauth_token_secret=\w{32}&oauth_callback_confirmed=true$/,
    );
  });
}

/**
 * RFC 9112 §5.2 lets a server choose between rejecting a header that continues on the next line and reading the line
 * break as spaces. Node's parser rejects, unless it is lenient in everything, which would make it possible to smuggle
 * requests past a proxy. A proxy that joins the lines makes the header valid, as above.
 */
test("400 (code 215) — a header that continues in the next line", async () => {
  const oauth = header(signed("POST", "request_token", [callback]), ",\r\n    ");
  const signedOne = await sendRaw(service.baseUrl, post("request_token", [oauth]));
  assert.equal(rejection(signedOne), "400 (code 215)");
});

const nonces = {
  decimal: "131846",
  "negative decimal": "-7311846742713184674",
  "base64 with + / =": "k+9/Xq2Zt0u+LmQ8dQ/5bV3n7sE1yGhPzWc4RjTfA0o=",
  hex: "ea9ec8429b68d6b77cd5600adbbb0456",
  "with _ and -": "a_B-c_D-e_F-g_H-i_J-k_L-m_N-o_P-q_R-s_T-u_V",
};

for (const [kind, oauth_nonce] of Object.entries(nonces)) {
  test(`200 — request_token: a nonce that is ${kind}`, async () => {
    for (const inBody of [false, true]) {
      const pairs = signed("POST", "request_token", [
        callback,
        ["oauth_nonce", `${oauth_nonce}${inBody ? "b" : ""}`],
      ]);
      const request = inBody
        ? postForm("request_token", pairs)
        : post("request_token", [header(pairs)]);
      const response = await sendRaw(service.baseUrl, request);
      assert.equal(response.status, 200, response.body);
    }
  });
}

for (const place of ["header", "body", "query"]) {
  test(`400 (code 215) — request_token: an empty oauth_callback in the ${place}`, async () => {
    const pairs = signed("POST", "request_token", [["oauth_callback", ""]]);
    const request =
      place === "header"
        ? post("request_token", [header(pairs)])
        : place === "body"
          ? postForm("request_token", pairs)
          : post(`request_token?${form(pairs)}`);
    assert.equal(rejection(await sendRaw(service.baseUrl, request)), "400 (code 215)");
  });
}

/** Each of them gets an access token. */
const accessTokenForms: Record<string, (request: Pair, verifier: string) => RawRequest> = {
  "GET with a type that has blanks in it and no body, as Twython sends it": (
    request,
    verifier,
  ) => ({
    method: "GET",
    target: `/oauth/access_token?oauth_verifier=${verifier}`,
    lines: [
      header(signedFor(request, "GET", [], [["oauth_verifier", verifier]])),
      "Content-Type: application/             json",
    ],
  }),
  "GET, every oauth_ pair twice in the query, signed once, as Authlib sends it": (
    request,
    verifier,
  ) => {
    const pairs = signedFor(request, "GET", [["oauth_verifier", verifier]]);
    return {
      method: "GET",
      target: `/oauth/access_token?${form([...pairs.filter(unsigned), ...pairs])}`,
    };
  },
  "POST, all in the header, a form's type and Content-Length 0": (request, verifier) =>
    post("access_token", [
      header(signedFor(request, "POST", [["oauth_verifier", verifier]])),
      formType,
      "Content-Length: 0",
    ]),
  "GET, all in the header": (request, verifier) => ({
    method: "GET",
    target: "/oauth/access_token",
    lines: [header(signedFor(request, "GET", [["oauth_verifier", verifier]]))],
  }),
  "GET, verifier in the query": (request, verifier) => ({
    method: "GET",
    target: `/oauth/access_token?oauth_verifier=${verifier}`,
    lines: [header(signedFor(request, "GET", [], [["oauth_verifier", verifier]]))],
  }),
  "GET, all in the query": (request, verifier) => ({
    method: "GET",
    target: `/oauth/access_token?${form(signedFor(request, "GET", [["oauth_verifier", verifier]]))}`,
  }),
  "POST, all in the body": (request, verifier) =>
    postForm("access_token", signedFor(request, "POST", [["oauth_verifier", verifier]])),
  "verifier in the query": (request, verifier) =>
    post(`access_token?oauth_verifier=${verifier}`, [
      header(signedFor(request, "POST", [], [["oauth_verifier", verifier]])),
    ]),
  "verifier in the body": (request, verifier) =>
    postForm(
      "access_token",
      [["oauth_verifier", verifier]],
      signedFor(request, "POST", [], [["oauth_verifier", verifier]]),
    ),
  "token in header and body, signed once, verifier in the body": (request, verifier) =>
    postForm(
      "access_token",
      [
        ["oauth_token", request.token],
        ["oauth_verifier", verifier],
      ],
      signedFor(request, "POST", [], [["oauth_verifier", verifier]]),
    ),
  "token and verifier in header and query, signed once": (request, verifier) =>
    post(`access_token?oauth_token=${request.token}&oauth_verifier=${verifier}`, [
      header(signedFor(request, "POST", [["oauth_verifier", verifier]])),
    ]),
  "the callback once more": (request, verifier) =>
    post("access_token", [
      header(signedFor(request, "POST", [callback, ["oauth_verifier", verifier]])),
    ]),
  "oauth_token_secret sent along": (request, verifier) => {
    const fields: Pairs = [
      ["oauth_token_secret", request.secret],
      ["oauth_verifier", verifier],
    ];
    return postForm("access_token", fields, signedFor(request, "POST", [], fields));
  },
};

for (const [form, request] of Object.entries(accessTokenForms)) {
  test(`200 — access_token: ${form}`, async () => {
    const token = await requestTokenFor(service.baseUrl, application);
    const verifier = await approvalOf(service.baseUrl, token.token, alice, visitor);
    const response = await sendRaw(service.baseUrl, request(token, verifier));
    assert.equal(response.status, 200, response.body);
    const names = [...new URLSearchParams(response.body).keys()];
    assert.deepEqual(names, ["oauth_token", "oauth_token_secret", "user_id", "screen_name"]);
  });
}

test("401 (code 32) — access_token: an empty or absent verifier is no try, and the right one still serves", async () => {
  const token = await requestTokenFor(service.baseUrl, application);
  const verifier = await approvalOf(service.baseUrl, token.token, alice, visitor);
  const exchange = (pairs: Pairs) =>
    sendRaw(service.baseUrl, post("access_token", [header(signedFor(token, "POST", pairs))]));
  const nothing: Pairs[] = [[], [["oauth_verifier", ""]]];
  // If these counted as wrong tries, five of them would have killed the request token.
  for (const pairs of [...nothing, ...nothing, ...nothing]) {
    assert.equal(rejection(await exchange(pairs)), "401 (code 32)");
  }
  assert.equal((await exchange([["oauth_verifier", verifier]])).status, 200);
});

test("400 (code 215) — access_token: no token at all, as a client asks that only wants to hear no", async () => {
  const request = post("access_token", [header(signed("POST", "access_token", []))]);
  assert.equal(rejection(await sendRaw(service.baseUrl, request)), "400 (code 215)");
  assert.equal(rejection(await sendRaw(service.baseUrl, post("access_token"))), "400 (code 215)");
});

test("200 — invalidate_token: oauth_body_hash in the header, the token named in a form", async () => {
  const url = "/1.1/oauth/invalidate_token.json";
  const hash = ["oauth_body_hash", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="] as const;
  for (const fields of [
    [],
    [
      ["access_token", "x"],
      ["access_token_secret", "y"],
    ],
  ] as Pairs[]) {
    const access = await makeAccessToken(service.dependencies.ledger, application, alice);
    const credentials = { ...application, token: access.token, tokenSecret: access.secret };
    const pairs = signedAt("POST", `${service.baseUrl}${url}`, credentials, [hash], fields);
    const request = fields.length === 0 ? post(url, [header(pairs)]) : postForm(url, fields, pairs);
    const response = await sendRaw(service.baseUrl, request);
    assert.deepEqual(JSON.parse(response.body), { access_token: access.token });
  }
});

for (const page of ["authorize", "authenticate"]) {
  test(`200 — ${page}: parameters of all kinds are ignored, and a secret does not come back`, async () => {
    const request = await requestTokenFor(service.baseUrl, application);
    const extra = form([
      ["oauth_token_secret", request.secret],
      callback,
      ["redirect_uri", "https://elsewhere.example/"],
      ["force_login", "false"],
      ...signedFor(request, "GET", [["oauth_verifier", ""]]).filter(
        ([name]) => name !== "oauth_token",
      ),
    ]);
    for (const who of [new Visitor(service.baseUrl), visitor]) {
      const query = `oauth_token=${request.token}&${extra}`;
      const shown = await who.get(`/oauth/${page}?${query}`);
      assert.equal(shown.status, 200);
      assert.ok(!shown.html.includes(request.secret));
      assert.ok(!shown.html.includes("elsewhere.example"));
    }
  });
}

test("200 — the connection is closed where the client asks for it, and the Date is right", async () => {
  const response = await sendRaw(
    service.baseUrl,
    post("request_token", [header(signed("POST", "request_token", [callback]))]),
  );
  assert.equal(response.headers.get("connection"), "close");
  const date = Date.parse(response.headers.get("date") ?? "");
  assert.ok(Math.abs(date - Date.now()) < 5_000);
});

test("200 — verify_credentials: by a bare ? signed as a pair of nothing", async () => {
  const access = await makeAccessToken(service.dependencies.ledger, application, alice);
  const path = "/1.1/account/verify_credentials.json";
  const credentials = { ...application, token: access.token, tokenSecret: access.secret };
  const pairs = signedAt("GET", `${service.baseUrl}${path}`, credentials, [], [["", ""]]);
  const response = await sendRaw(service.baseUrl, {
    method: "GET",
    target: `${path}?`,
    lines: [header(pairs)],
  });
  assert.equal(response.status, 200, response.body);
});

const unsigned = ([name]: readonly [string, string]) => name !== "oauth_signature";

/** `own`: parameters of the header, of the protocol and others, which replace those that a signer would use. */
function signedAt(
  method: string,
  url: string,
  credentials: SigningCredentials,
  own: Pairs,
  elsewhere: Pairs = [],
  version = true,
): Pairs {
  const given = Object.fromEntries(own);
  const oauth = version ? given : { ...given, oauth_version: undefined };
  return signedPairs(method, url, credentials, elsewhere, oauth);
}

function signed(
  method: string,
  operation: string,
  own: Pairs,
  elsewhere: Pairs = [],
  { withoutPort = false, version = true } = {},
): Pairs {
  const origin = withoutPort ? service.baseUrl.replace(/:\d+$/, "") : service.baseUrl;
  return signedAt(method, `${origin}/oauth/${operation}`, application, own, elsewhere, version);
}

function signedFor(request: Pair, method: string, own: Pairs, elsewhere: Pairs = []): Pairs {
  const credentials = { ...application, token: request.token, tokenSecret: request.secret };
  const url = `${service.baseUrl}/oauth/access_token`;
  return signedAt(method, url, credentials, own, elsewhere);
}
