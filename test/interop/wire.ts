/** Puts signed pairs into requests as a test requires: in the header, in a form, or in the query. */
import type { RawRequest, RawResponse } from "../support/raw-http.ts";
import { authorizationHeader, encode, type Pairs } from "../support/signing.ts";

export const formType = "Content-Type: application/x-www-form-urlencoded";

/** `target`: a path, or its part after `/oauth/`. */
export function post(target: string, lines: readonly string[] = []): RawRequest {
  return { method: "POST", target: target.startsWith("/") ? target : `/oauth/${target}`, lines };
}

export function postForm(target: string, fields: Pairs, inHeader?: Pairs): RawRequest {
  const request = post(target, inHeader === undefined ? [] : [header(inHeader)]);
  return { ...request, ...withBody(request, form(fields)) };
}

export function withBody(
  { lines = [] }: RawRequest,
  body: string,
): Pick<RawRequest, "lines" | "body"> {
  const others = lines.filter((line) => !/^Content-/.test(line));
  return { lines: [...others, formType, lengthOf(body)], body };
}

export function header(pairs: Pairs, separator = ", "): string {
  return `Authorization: ${authorizationHeader(pairs).replaceAll(", ", separator)}`;
}

export function form(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
}

export function lengthOf(body: string): string {
  return `Content-Length: ${body.length}`;
}

export function rejection({ status, body }: RawResponse): string {
  return `${status} (code ${JSON.parse(body).errors[0].code})`;
}
