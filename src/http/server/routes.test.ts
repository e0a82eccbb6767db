import assert from "node:assert/strict";
import { test } from "node:test";
import { routes } from "./routes.ts";

const page = { paths: ["/portal/applications/:id"] };
const create = { paths: ["/portal/applications/create"] };
const keys = { paths: ["/portal/applications/:id/keys"] };
const token = { paths: ["/oauth/token", "/oauth/token.json"] };
const routeAt = routes([page, create, keys, token]);

test("each path of an operation leads to it, with its parameters, decoded once", () => {
  const routeOf = (path: string) => {
    const { routed, parameters } = routeAt(path) ?? {};
    return [routed, { ...parameters }];
  };
  assert.deepEqual(routeOf("/oauth/token"), [token, {}]);
  assert.deepEqual(routeOf("/oauth/token.json"), [token, {}]);
  assert.deepEqual(routeOf("/oauth/%74oken"), [token, {}]);
  assert.deepEqual(routeOf("/portal/applications/12"), [page, { id: "12" }]);
  assert.deepEqual(routeOf("/%70ortal/applications/%31%32"), [page, { id: "12" }]);
  assert.deepEqual(routeOf("/portal/applications/%2541"), [page, { id: "%41" }]);
  assert.deepEqual(routeOf("/portal/applications/%C3%A9%3F/keys"), [keys, { id: "é?" }]);
});

test("a path without parameters comes before one with them", () => {
  assert.equal(routeAt("/portal/applications/create")?.routed, create);
});

test("nothing is at a path that is almost one", () => {
  const paths = [
    "",
    "*",
    "/",
    "/oauth/token/",
    "//oauth/token",
    "/OAuth/token",
    "/oauth/token;x",
    "/oauth/token%00",
    "/portal/applications/",
    "/portal/applications/12/",
    "/portal/applications/12/keys/13",
    "/portal/applications/:id/keys/",
    `/portal/applications/${"1".repeat(101)}`,
  ];
  for (const path of paths) assert.equal(routeAt(path), undefined, path);
});

test("an encoded slash, or an encoding that cannot be decoded, is in no path", () => {
  for (const path of ["/oauth%2Ftoken", "/portal/applications/1%2f2", "/portal/applications/%2F"]) {
    assert.equal(routeAt(path), undefined, path);
  }
  for (const path of ["/portal/applications/%", "/portal/applications/%zz", "/oauth/token%ff"]) {
    assert.equal(routeAt(path), undefined, path);
  }
});
