import assert from "node:assert/strict";
import { it } from "node:test";
import { baseStringUri, signatureBaseString } from "./index.ts";

it("the path keeps its bytes: escapes in either case, dots and double slashes", () => {
  const path = "/a%2fb%2Fc/../d//e%7E~";
  assert.equal(baseStringUri("http://[::1]:8080", path), `http://[::1]:8080${path}`);
});

it("an empty path is the root", () => {
  assert.equal(baseStringUri("https://api.example.com", ""), "https://api.example.com/");
});

it("the method is signed in upper case, and encoded like the rest", () => {
  assert.equal(signatureBaseString("post", "http://a/", "a=1"), "POST&http%3A%2F%2Fa%2F&a%3D1");
  assert.equal(signatureBaseString("M-SEARCH*", "u", "p"), "M-SEARCH%2A&u&p");
});
