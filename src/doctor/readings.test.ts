/** Requests as libraries send them that sign something else than they send, with base strings written by hand. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { knownFor } from "../../test/support/known.ts";
import type { Cause } from "./cause.ts";
import { diagnose } from "./diagnose.ts";
import { parsePaste } from "./paste/parse-paste.ts";

const known = knownFor({ consumerKey: "key", consumerSecret: "consumer" });

const oauth =
  "oauth_consumer_key=key&oauth_nonce=n&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1790000000";

interface Row {
  readonly path?: string;
  readonly query?: string;
  /** With its headers. */
  readonly body?: string;
  readonly signedPath?: string;
  /** The normalized parameters that the client signs before and after those of the protocol. */
  readonly before?: string;
  readonly after?: string;
  readonly cause: Cause;
}

const multipart = [
  "Content-Type: multipart/form-data; boundary=xyz",
  "",
  "--xyz",
  'Content-Disposition: form-data; name="title"',
  "",
  "A walk & a talk",
  "--xyz",
  'Content-Disposition: form-data; name="photo"; filename="a.png"',
  "Content-Type: image/png",
  "",
  "PNG",
  "--xyz--",
].join("\r\n");

const rows: Readonly<Record<string, Row>> = {
  "a + sent as it is beside %20, and signed as %2B": {
    query: "q=a%20+%20b",
    after: "&q=a%20%2B%20b",
    cause: { id: "plus-unencoded", name: "q" },
  },
  "the query's first name signed with its ?, encoded": {
    query: "page=2&q=x",
    before: "%3Fpage=2&",
    after: "&q=x",
    cause: { id: "question-mark-signed", name: "page" },
  },
  "the query's first name signed with its ?, as it is": {
    query: "page=2&q=x",
    before: "?page=2&",
    after: "&q=x",
    cause: { id: "question-mark-signed", name: "page" },
  },
  "a semicolon that separates for the client": {
    query: "a=1;b=2",
    before: "a=1&b=2&",
    cause: { id: "separator", separator: ";" },
  },
  "a semicolon, sent encoded": {
    query: "a=1%3Bb=2",
    before: "a=1&b=2&",
    cause: { id: "separator", separator: ";" },
  },
  "an & escaped for HTML": {
    query: "a=1&amp;b=2",
    before: "a=1&b=2&",
    cause: { id: "separator", separator: "&amp;" },
  },
  "brackets lost": {
    query: "ids[]=1&ids[]=2",
    before: "ids=1&ids=2&",
    cause: { id: "brackets", signed: "ids", sent: "ids[]" },
  },
  "brackets encoded before names are encoded": {
    query: "ids%5B%5D=1&ids%5B%5D=2",
    before: "ids%255B%255D=1&ids%255B%255D=2&",
    cause: { id: "brackets", signed: "ids%5B%5D", sent: "ids[]" },
  },
  "brackets with numbers": {
    query: "ids[]=1&ids[]=2",
    before: "ids%5B0%5D=1&ids%5B1%5D=2&",
    cause: { id: "brackets", signed: "ids[0]", sent: "ids[]" },
  },
  "places in a list of repeated names": {
    query: "ids[]=1&ids[]=2",
    before: "ids%5B%5D%5B0%5D=1&ids%5B%5D%5B1%5D=2&",
    cause: { id: "brackets", signed: "ids[][0]", sent: "ids[]" },
  },
  "a value that was cut at its =": {
    query: "q=a=b&r=c",
    after: "&q=a&r=c",
    cause: { id: "parameter-changed", name: "q", signed: "a", sent: "a=b" },
  },
  "a Hash that Ruby prints": {
    query: "status[lang]=en&status[size]=2",
    after: `&status=${encodeURIComponent('{"lang"=>"en", "size"=>2}')}`,
    cause: { id: "nested-printed", name: "status", signed: '{"lang"=>"en", "size"=>2}' },
  },
  "a list in a dict that Python prints": {
    query: "status[ids][]=1&status[ids][]=b",
    after: `&status=${percent("{'ids': ['1', 'b']}")}`,
    cause: { id: "nested-printed", name: "status", signed: "{'ids': ['1', 'b']}" },
  },
  "the text fields of a multipart body": {
    body: multipart,
    after: "&title=A%20walk%20%26%20a%20talk",
    cause: { id: "multipart-signed" },
  },
  "a path that was redirected to one without its index page": {
    path: "/items/",
    signedPath: "/index.php/items/",
    cause: { id: "index-page", signed: "/index.php/items/", sent: "/items/" },
  },
  "a path that lost its index page and got a slash": {
    path: "/items/",
    signedPath: "/items/index.php",
    cause: { id: "index-page", signed: "/items/index.php", sent: "/items/" },
  },
  "a path that got an index page and lost its slash": {
    path: "/index.php/items",
    signedPath: "/items/",
    cause: { id: "index-page", signed: "/items/", sent: "/index.php/items" },
  },
};

for (const [name, row] of Object.entries(rows)) {
  test(`certain — ${name}`, () => {
    const { path = "/items", query, body = "", before = "", after = "", cause } = row;
    const method = body === "" ? "GET" : "POST";
    const url = `https://api.example.com${row.signedPath ?? path}`;
    const base = [method, url, before + oauth + after].map(percent).join("&");
    const signature = createHmac("sha1", "consumer&").update(base).digest("base64");
    const header = `${oauth}&oauth_signature=${percent(signature)}`.split("&").map((pair) => {
      const [key, value] = pair.split(/=(.*)/s);
      return `${key}="${value}"`;
    });
    const target = query === undefined ? path : `${path}?${query}`;
    const lines = [`${method} ${target} HTTP/1.1`, "Host: api.example.com"];
    const pasted = parsePaste(
      `${[...lines, `Authorization: OAuth ${header.join(", ")}`].join("\r\n")}\r\n${body}`,
    );
    assert.ok(pasted.ok);
    assert.deepEqual(diagnose(pasted.request, known).findings, [{ cause, certainty: "certain" }]);
  });
}

function percent(text: string): string {
  const left = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, left);
}
