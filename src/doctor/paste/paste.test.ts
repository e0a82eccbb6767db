import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { fromText } from "#oauth1";
import { parsePaste } from "./parse-paste.ts";
import {
  maxPaste,
  type PastedRequest,
  type PasteProblem,
  pastedRequest,
} from "./pasted-request.ts";
import { shellWords } from "./shell-words.ts";

const authorization = 'OAuth oauth_consumer_key="k", oauth_signature="a%2Bb%3D"';

describe("the same request in every form", () => {
  const forms: Readonly<Record<string, string>> = {
    "curl, with its options apart": `curl -X POST 'https://api.example.com/1/x?a=1' -H 'Authorization: ${authorization}' -H 'Content-Type: application/x-www-form-urlencoded' -d 'status=hi%20there'`,
    "curl, as browsers copy it": `curl 'https://api.example.com/1/x?a=1' \\\n  -H 'authorization: ${authorization}' \\\n  -H 'content-type: application/x-www-form-urlencoded' \\\n  --data-raw 'status=hi%20there' \\\n  --compressed --insecure`,
    "curl, for cmd": `curl ^"https://api.example.com/1/x?a=1^" ^\n  -H ^"authorization: ${authorization.replaceAll('"', '\\^"')}^" ^\n  -H ^"content-type: application/x-www-form-urlencoded^" ^\n  --data-raw ^"status=hi%20there^"`,
    "curl, with letters in one word": `$ curl -sSLXPOST -d status=hi%20there "https://api.example.com/1/x?a=1" -H "Authorization: ${authorization.replaceAll('"', '\\"')}"`,
    "curl, with data to encode": `curl --data-urlencode 'status=hi there' --url 'https://api.example.com/1/x?a=1' -H $'Authorization: ${authorization}' -H 'Content-Type: application/x-www-form-urlencoded'`,
    HTTP: `POST https://api.example.com/1/x?a=1 HTTP/1.1\r\nAuthorization: ${authorization}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nstatus=hi%20there\r\n`,
    "HTTP, folded": `POST https://api.example.com/1/x?a=1\nAuthorization: OAuth oauth_consumer_key="k",\n  oauth_signature="a%2Bb%3D"\nContent-Type: application/x-www-form-urlencoded\n\nstatus=hi%20there`,
    "a header before the request": `${authorization}\nPOST https://api.example.com/1/x?a=1\nContent-Type: application/x-www-form-urlencoded\n\nstatus=hi%20there`,
    HAR: JSON.stringify({
      request: {
        method: "POST",
        url: "https://api.example.com/1/x?a=1",
        headers: [{ name: "Authorization", value: authorization }],
        postData: { mimeType: "application/x-www-form-urlencoded", text: "status=hi%20there" },
      },
    }),
    "a HAR file": JSON.stringify({
      log: {
        entries: [
          {
            request: {
              method: "POST",
              url: "https://api.example.com/1/x?a=1",
              headers: [{ name: "Authorization", value: authorization }],
              postData: {
                mimeType: "application/x-www-form-urlencoded",
                params: [{ name: "status", value: "hi%20there" }],
              },
            },
          },
        ],
      },
    }),
  };
  for (const [name, text] of Object.entries(forms)) {
    it(name, () => {
      const { method, origin, path, query, body, contentType, ...request } = parsed(text);
      assert.deepEqual(
        { method, origin, path, query, body, contentType },
        {
          method: "POST",
          origin: "https://api.example.com",
          path: "/1/x",
          query: "a=1",
          body: "status=hi%20there",
          contentType: "application/x-www-form-urlencoded",
        },
      );
      assert.equal(request.authorization?.replace(/,\s+/, ", "), authorization);
    });
  }

  it("curl -v: the lines that were sent, and the host that they name", () => {
    const request = parsed(
      `* Connected to api.example.com\n> GET /1/x HTTP/2\n> Host: api.example.com\n> Authorization: ${authorization}\n>\n< HTTP/2 401\n< date: today\n`,
    );
    assert.deepEqual(
      [request.method, request.path, request.hosts, request.authorization],
      ["GET", "/1/x", ["api.example.com"], authorization],
    );
  });
});

describe("curl", () => {
  it("-G puts the data into the query", () => {
    const request = parsed("curl -G https://a.example/x -d a=1 --data-urlencode 'b=c d'");
    assert.deepEqual([request.method, request.query, request.body], ["GET", "a=1&b=c%20d", ""]);
  });

  it("--json, -F, -I, -T, -u and --oauth2-bearer imply what curl sends", () => {
    assert.equal(parsed("curl --json '{}' https://a.example").contentType, "application/json");
    const multipart = parsed("curl -F a=1 -F b=@x https://a.example");
    assert.deepEqual([multipart.method, multipart.fields], ["POST", [["a", "1"]]]);
    const file = parsed("curl -F b=@x --form-string c=@y https://a.example");
    assert.deepEqual([file.method, file.fields], ["POST", [["c", "@y"]]]);
    assert.equal(parsed("curl -I https://a.example").method, "HEAD");
    assert.equal(parsed("curl -T x https://a.example").method, "PUT");
    assert.equal(parsed("curl -u a:b https://a.example").authorization, "Basic YTpi");
    assert.equal(parsed("curl --oauth2-bearer t https://a.example").authorization, "Bearer t");
  });

  it("an address without quotes ends at the first &, and what the shell cuts off is kept", () => {
    const request = parsed("curl https://a.example/x?a=1&b=2&c=3 -H 'X: y'");
    assert.deepEqual([request.query, request.cutOff], ["a=1", "b=2&c=3"]);
  });

  it("$'…' has the escapes of Bash", () => {
    const request = parsed(
      String.raw`curl https://a.example --data-raw $'a=\'x\'\n\u00e9\x41\101'`,
    );
    assert.equal(request.body, fromText("a='x'\néAA"));
  });
});

describe("what cannot be read", () => {
  const cases: readonly (readonly [string, PasteProblem])[] = [
    ["", "empty"],
    [" \n", "empty"],
    ["x".repeat(maxPaste + 1), "too-long"],
    ["my signature does not match", "not-understood"],
    ["curl -X POST", "no-address"],
    ["GET api.example.com/x", "no-address"],
    ["curl 'https://a.example", "unclosed-quote"],
    ["{", "bad-json"],
    ["{}", "no-request-in-json"],
    ["[]", "no-request-in-json"],
    ["curl -d @body.txt https://a.example", "body-in-file"],
  ];
  for (const [text, problem] of cases) {
    it(`${problem}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(parsePaste(text), { ok: false, problem });
    });
  }

  it("never throws, however deep something is nested", () => {
    const nested = (open: string, close: string) => {
      const depth = Math.floor((maxPaste - 100) / (open.length + close.length));
      return `{"request":{"url":"https://a.example/","x":${open.repeat(depth)}1${close.repeat(depth)}}}`;
    };
    for (const text of [nested("[", "]"), nested('{"a":', "}")]) {
      const found = parsePaste(text);
      assert.ok(found.ok || found.problem === "bad-json");
    }
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      "curl ",
      "'",
      '"',
      "\\",
      "-d",
      " -H ",
      "$'",
      '^"',
      "\n",
      "{",
      '"request":',
      "GET /x",
      ": ",
      "&",
      "OAuth ",
      "\u{1f600}",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        parsePaste(pieces.join(""));
        parsePaste(`curl ${pieces.join("")}`);
        parsePaste(`{${pieces.join("")}`);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("words of a shell", () => {
  const quoted: readonly ((word: string) => string)[] = [
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
    (word) => `"${word.replace(/["\\$`]/g, "\\$&")}"`,
    (word) => `$'${word.replace(/['\\]/g, "\\$&")}'`,
    (word) => [...word].map((one) => (one === "\n" ? "'\n'" : `\\${one}`)).join("") || "''",
  ];

  it("come back as they were, whatever quotes them", () => {
    // No caret before a quote or a line end: that is cmd's own quoting, and words of other shells do not have it.
    const word = fc
      .string({
        unit: fc.constantFrom(
          "a",
          "é",
          " ",
          "\n",
          "\t",
          "\u0027",
          '"',
          "\\",
          "$",
          "&",
          ";",
          "|",
          "^",
          "#",
          "\u{1f600}",
        ),
      })
      .filter((text) => !/\^["\r\n]|\r/.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.nat({ max: quoted.length - 1 })), { maxLength: 6 }),
        (words) => {
          const command = words.map(([text, how]) => quoted[how]?.(text)).join(" ");
          fc.pre(!/\^["\r\n]/.test(command));
          assert.deepEqual(
            shellWords(command)?.words,
            words.map(([text]) => text),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("the parts of an address", () => {
  it("come together again, whatever it has", () => {
    const part = fc.stringMatching(/^[A-Za-z0-9%._~!$'()*+,;=:@-]*$/);
    fc.assert(
      fc.property(part, part, fc.boolean(), (path, query, hasQuery) => {
        const target = `/${path}${hasQuery ? `?${query}` : ""}`;
        const request = pastedRequest({
          method: "get",
          url: `https://a.example:8443${target}#x`,
          headers: [],
          body: "",
        });
        assert.ok(request.ok);
        const { path: one, query: other, origin } = request.request;
        assert.equal(
          `${origin}${one}${other === undefined ? "" : `?${other}`}`,
          `https://a.example:8443${target}`,
        );
      }),
    );
  });
});

function parsed(text: string): PastedRequest {
  const found = parsePaste(text);
  assert.ok(found.ok, JSON.stringify(found));
  return found.request;
}
