import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  carriesOAuth,
  collectParameters,
  type RequestParts,
  type RequestProblem,
} from "./index.ts";

const form = "application/x-www-form-urlencoded";

function parts(some: Partial<RequestParts>): RequestParts {
  const none = { query: undefined, authorization: undefined, contentType: undefined, body: "" };
  return { method: "POST", path: "/", ...none, ...some };
}

function signed(some: Partial<RequestParts>, reads: string[] = []): string {
  const collected = collectParameters(parts(some), reads);
  assert.ok(collected.ok);
  return collected.signed.map((pair) => pair.join("=")).join(" ");
}

function rejection(some: Partial<RequestParts>, reads: string[] = []): RequestProblem {
  const collected = collectParameters(parts(some), reads);
  assert.ok(!collected.ok);
  return collected.problem;
}

describe("what is signed", () => {
  it("comes from header, query and form body together", () => {
    const some = { authorization: 'OAuth oauth_a="1",scope="s"', query: "b=2", body: "c=3&c=3" };
    assert.equal(signed({ ...some, contentType: form }), "oauth_a=1 scope=s b=2 c=3 c=3");
  });

  it("leaves oauth_signature out, wherever it is, and the realm of the header only", () => {
    const authorization = 'OAuth realm="r",oauth_a="1",oauth_signature="s"';
    assert.equal(signed({ authorization, query: "realm=r" }), "oauth_a=1 realm=r");
    assert.equal(signed({ query: "oauth_signature=s&oauth_a=1" }), "oauth_a=1");
  });

  it("counts an oauth_* pair from several places once", () => {
    const all = { authorization: 'OAuth oauth_a="1"', query: "oauth_a=1&x=1", body: "oauth_a=1" };
    assert.equal(signed({ ...all, contentType: form }), "oauth_a=1 x=1");
  });

  it("counts an oauth_* pair that stands twice in one place once, however it is encoded", () => {
    assert.equal(signed({ authorization: 'OAuth oauth_a="1",oauth_a="1",x="1"' }), "oauth_a=1 x=1");
    assert.equal(
      signed({ query: "oauth_a=1&x=1&oauth_a=%31&%6fauth_a=1&x=1" }),
      "oauth_a=1 x=1 x=1",
    );
    const body = "oauth_a=1&oauth_a=1&oauth_signature=s&oauth_signature=s";
    assert.equal(signed({ body, contentType: form }), "oauth_a=1");
    assert.equal(
      signed({ authorization: 'OAuth oauth_a="1"', query: "oauth_a=1&oauth_a=1" }),
      "oauth_a=1",
    );
  });

  it("keeps an equal pair of the operation's own from each place", () => {
    const both = { authorization: 'OAuth oauth_a="1",x="1"', query: "x=1" };
    assert.equal(signed(both, ["x"]), "oauth_a=1 x=1 x=1");
  });

  it("has a body only where its type is that of a form, whatever the method", () => {
    const request = { method: "GET", query: "oauth_a=1", body: "b=2" };
    const counts = ["Application/X-WWW-Form-Urlencoded", `${form};charset=utf-8`, ` ${form} ; a=b`];
    for (const contentType of counts) {
      assert.equal(signed({ ...request, contentType }), "oauth_a=1 b=2");
    }
    const others = [
      undefined,
      "",
      "application/json",
      "multipart/form-data",
      `${form}x`,
      `x${form}`,
      `\xa0${form}`,
      `${form}\xa0`,
      `${form}\v;`,
      `${form}, application/json`,
    ];
    for (const contentType of others) {
      assert.equal(signed({ ...request, contentType }), "oauth_a=1");
    }
  });

  it("may come in a form body with an empty Authorization header", () => {
    assert.equal(signed({ authorization: "", body: "oauth_a=1", contentType: form }), "oauth_a=1");
  });
});

describe("rejected as duplicate", () => {
  const header = { authorization: 'OAuth oauth_a="1"' };

  it("an oauth_* name with another value in another place", () => {
    const { kind, detail } = rejection({ ...header, query: "oauth_a=2" });
    assert.equal(kind, "duplicate");
    assert.equal(detail, "oauth_a has different values.");
    assert.equal(rejection({ ...header, query: "oauth_a=" }).kind, "duplicate");
  });

  it("two signatures", () => {
    const two = { authorization: 'OAuth oauth_signature="1"', query: "oauth_signature=2" };
    assert.equal(rejection(two).kind, "duplicate");
  });

  it("an oauth_* name with two values in one place", () => {
    assert.equal(rejection({ authorization: 'OAuth oauth_a="1",oauth_a="2"' }).kind, "duplicate");
    assert.equal(rejection({ query: "oauth_a=1&oauth_a=2" }).kind, "duplicate");
    assert.equal(rejection({ query: "oauth_a=1&oauth_a=1&oauth_a" }).kind, "duplicate");
    assert.equal(rejection({ query: "oauth_a=1&oauth_a=%EF%BB%BF1" }).kind, "duplicate");
  });

  it("a parameter that the operation reads, with two values in one place or two", () => {
    assert.equal(rejection({ ...header, query: "x=1&x=2" }, ["x"]).kind, "duplicate");
    const places = { query: "x=1", body: "x=2", contentType: form };
    assert.equal(rejection({ ...header, ...places }, ["x"]).detail, "x has different values.");
    assert.equal(signed({ ...header, ...places }, ["y"]), "oauth_a=1 x=1 x=2");
  });

  it("without repeating a name that is not fit to print", () => {
    for (const name of ["oauth_%3Cb%3E", "oauth_%00", `oauth_${"a".repeat(64)}`]) {
      const { detail } = rejection({ query: `${name}=secret&${name}=2` });
      assert.equal(detail, "An oauth_* parameter has different values.");
    }
  });
});

describe("rejected", () => {
  it("as missing: a request without any oauth_* parameter", () => {
    for (const authorization of [undefined, "", "OAuth", "Bearer abc"]) {
      assert.equal(rejection({ authorization, query: "xoauth_a=1" }).kind, "missing");
    }
  });

  it("as two identities: oauth_* parameters beside another scheme", () => {
    const authorization = "Bearer abc";
    assert.equal(rejection({ authorization, query: "oauth_a=1" }).kind, "two-identities");
    const body = { body: "oauth_a=1", contentType: form };
    assert.equal(rejection({ authorization: "Basic YTpi", ...body }).kind, "two-identities");
  });

  it("as malformed: a header that cannot be read", () => {
    const problem = rejection({ authorization: 'OAuth oauth_a="secret', query: "oauth_a=1" });
    assert.equal(problem.kind, "malformed");
    assert.doesNotMatch(problem.detail, /secret/);
  });

  it("as malformed: an oauth_* value that is not UTF-8, or one that the operation reads", () => {
    assert.equal(rejection({ query: "oauth_a=%FF" }).detail, "oauth_a is not UTF-8.");
    const name = `oauth_${"n".repeat(58)}`;
    assert.equal(rejection({ query: `${name}=%FF` }).detail, `${name} is not UTF-8.`);
    assert.equal(rejection({ query: `${name}n=%FF` }).detail, "An oauth_* parameter is not UTF-8.");
    assert.equal(rejection({ query: "oauth_a=1&x=%FF" }, ["x"]).kind, "malformed");
    assert.equal(signed({ query: "oauth_a=1&x=%FF" }), "oauth_a=1 x=\xff");
  });

  it("as too many: more than 256 parameters in all places together", () => {
    const authorization = 'OAuth oauth_a="1"';
    const most = { authorization, query: "q=1&".repeat(100), contentType: form };
    assert.equal(signed({ ...most, body: "b=1&".repeat(155) }).split(" ").length, 256);
    const { kind } = rejection({ ...most, body: "b=1&".repeat(156) });
    assert.equal(kind, "too-many-parameters");
    assert.equal(rejection({ authorization, query: "q&".repeat(1e6) }).kind, "too-many-parameters");
    const alone = `oauth_a=1${"&x".repeat(256)}`;
    assert.equal(rejection({ query: alone }).kind, "too-many-parameters");
    assert.equal(rejection({ body: alone, contentType: form }).kind, "too-many-parameters");
  });
});

describe("carriesOAuth", () => {
  it("is true for a header of the scheme, and for oauth_* names in query and form body", () => {
    assert.equal(carriesOAuth(parts({ authorization: "OAuth x" })), true);
    assert.equal(carriesOAuth(parts({ query: "a=1&oauth_b=2" })), true);
    assert.equal(carriesOAuth(parts({ query: "%6fauth_b=2" })), true);
    assert.equal(carriesOAuth(parts({ body: "oauth_b", contentType: form })), true);
    assert.equal(carriesOAuth(parts({ authorization: "Bearer x", query: "oauth_b=2" })), true);
  });

  it("finds an oauth_* name behind any number of others, and decodes no more than a request may have", () => {
    assert.equal(carriesOAuth(parts({ query: `${"a&".repeat(1000)}oauth_b=2` })), true);
    assert.equal(carriesOAuth(parts({ query: `${"a&".repeat(255)}%20=1` })), false);
    assert.equal(carriesOAuth(parts({ query: `${"a&".repeat(256)}%20=1` })), true, "it may");
  });

  it("is false for everything else", () => {
    assert.equal(carriesOAuth(parts({})), false);
    assert.equal(carriesOAuth(parts({ authorization: "Bearer x", query: "a=b" })), false);
    assert.equal(carriesOAuth(parts({ query: "a=oauth_b&xoauth_c=1&%20=1" })), false);
    assert.equal(carriesOAuth(parts({ body: "oauth_b=1", contentType: "text/plain" })), false);
  });
});
