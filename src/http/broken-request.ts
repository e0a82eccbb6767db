/** Requests that could not be parsed. Node has no response object for them, so the response is written by hand. */
import { type RefusalRow, refusals } from "../domain/refusals.ts";
import { commonHeaders } from "../endpoint.ts";
import { STATUS_CODES } from "./node-http.ts";

const rowsByCode = new Map<string, RefusalRow>([
  ["HPE_HEADER_OVERFLOW", refusals.headersTooLarge],
  ["ERR_HTTP_REQUEST_TIMEOUT", refusals.requestTooSlow],
]);

/** The body of the response, sent as JSON. */
export type BrokenBody = (row: RefusalRow) => unknown;

const ofTheInterface: BrokenBody = ({ code, message }) => ({ errors: [{ code, message }] });

export function answerBroken(
  { code }: Error & { code?: string },
  bodyOf: BrokenBody = ofTheInterface,
): string {
  const row = rowsByCode.get(code ?? "") ?? refusals.badAuthenticationData;
  const body = JSON.stringify(bodyOf(row));
  return [
    `HTTP/1.1 ${row.status} ${STATUS_CODES[row.status]}`,
    `Date: ${new Date().toUTCString()}`,
    "Content-Type: application/json; charset=utf-8",
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
