/** What every form and every page withstands, whoever it is for. */
import assert from "node:assert/strict";
import { rowsOf } from "../support/ledger-rows.ts";
import { type Shown, Visitor } from "../support/visitor.ts";
import type { World } from "../support/world.ts";

export type Fields = Readonly<Record<string, string>>;

/** A form that would change something if `visitor` sent it with `csrf`, the token of its own page. */
export interface OwnForm {
  readonly path: string;
  readonly fields: Fields;
  readonly visitor: Visitor;
  readonly csrf: string;
  /** The token of another browser. */
  readonly othersCsrf: string;
}

/** T15, T16: without its token, with another browser's, from another site, or by GET, the form changes nothing. */
export async function assertOnlyOwnPageSends(
  { service }: World,
  { path, fields, visitor, csrf, othersCsrf }: OwnForm,
): Promise<void> {
  const before = await rowsOf(service);
  const tries: [Fields, Fields][] = [
    [fields, {}],
    [{ ...fields, csrf: "" }, {}],
    [{ ...fields, csrf: othersCsrf }, {}],
    [{ ...fields, csrf }, { "sec-fetch-site": "cross-site" }],
    [{ ...fields, csrf }, { "sec-fetch-site": "same-site" }],
    [{ ...fields, csrf }, { origin: "https://evil.example" }],
  ];
  for (const [form, headers] of tries) {
    const tried = JSON.stringify({ form, headers });
    const response = await visitor.post(path, form, headers);
    assert.equal(response.status, 403, tried);
    assert.match(response.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    assert.deepEqual(await rowsOf(service), before, tried);
  }
  await visitor.get(`${path}?${new URLSearchParams({ ...fields, csrf })}`);
  assert.deepEqual(await rowsOf(service), before, "GET");
}

/** T21: a visitor who is not signed in changes nothing with the form, nor with the token of the user's page. */
export async function assertNotAnonymous(
  { service, baseUrl }: World,
  { path, fields, csrf }: OwnForm,
): Promise<void> {
  const before = await rowsOf(service);
  const anonymous = new Visitor(baseUrl);
  const own = await anonymous.csrf("/sign-in");
  assert.equal((await new Visitor(baseUrl).post(path, { ...fields, csrf })).status, 403);
  assert.equal((await anonymous.post(path, { ...fields, csrf: own })).status, 303);
  assert.deepEqual(await rowsOf(service), before);
}

/** T16, T28: the page forbids frames, is not stored, and has only scripts that are files of the service. */
export function assertIsolated({ status, html, headers }: Shown, url: string): void {
  assert.equal(status, 200, url);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /form-action 'self'(;|$)/);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.doesNotMatch(html, /<script(?! type="module" src="\/assets\/[\w.-]+"><\/script>)/, url);
}
