/**
 * An error response in one header, for gateways that drop the rest of it. Its endpoint writes it, the gateway carries
 * it to `/gateway/error`, and that turns it into a response without verifying the request again.
 */
import { requestIdHeader } from "../domain/logged-request.ts";
import { commonHeaders } from "./error-response.ts";
import { BadRequest } from "./verification-request.ts";

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const carriedIn = "x-countersign-error";

export function carry({ status, headers, body }: Reply): string {
  return Buffer.from(JSON.stringify({ status, headers, body })).toString("base64url");
}

/** Throws `BadRequest` for anything that `carry` did not write. */
export function carried(text: string): Reply {
  const value = parsed(text);
  if (isReply(value)) return value;
  throw new BadRequest(
    `${carriedIn} doesn't contain a rejection; compare the gateway's configuration with docs/guide/gateways.md`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

const names = new Set([
  "content-type",
  ...Object.keys(commonHeaders),
  "www-authenticate",
  "retry-after",
  requestIdHeader,
  "x-rate-limit-limit",
  "x-rate-limit-remaining",
  "x-rate-limit-reset",
  "access-control-allow-origin",
  "access-control-expose-headers",
]);

function isReply(value: unknown): value is Reply {
  if (typeof value !== "object" || value === null) return false;
  const { status, headers, body, ...others } = value as Record<string, unknown>;
  return (
    Object.keys(others).length === 0 &&
    typeof status === "number" &&
    Number.isInteger(status) &&
    status >= 400 &&
    status <= 599 &&
    typeof body === "string" &&
    typeof headers === "object" &&
    headers !== null &&
    Object.entries(headers).every(
      ([name, one]) => names.has(name) && typeof one === "string" && /^[\x20-\x7e]*$/.test(one),
    )
  );
}
