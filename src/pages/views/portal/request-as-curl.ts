import type { RequestDetails } from "../../../doctor/logged/request-details.ts";

/** A logged request as a curl command. What was secret is a placeholder, because the log doesn't have it. */
export function curlOf(
  {
    method,
    target = "/…",
    origin,
    nonce,
    timestamp,
    signatureMethod = "HMAC-SHA1",
  }: RequestDetails,
  consumerKey: string,
  ownOrigin: string,
): string {
  const isSigned = nonce !== undefined || timestamp !== undefined;
  const authorization = isSigned
    ? `OAuth oauth_consumer_key="${consumerKey}", oauth_token="ACCESS_TOKEN", oauth_signature_method="${signatureMethod}", oauth_timestamp="TIMESTAMP", oauth_nonce="NONCE", oauth_version="1.0", oauth_signature="SIGNATURE"`
    : "Bearer BEARER_TOKEN";
  return [
    `curl ${method === "GET" ? "" : `-X ${quoted(method)} `}${quoted((origin ?? ownOrigin) + target)}`,
    `  -H ${quoted(`Authorization: ${authorization}`)}`,
  ].join(" \\\n");
}

/** For a POSIX shell: the text comes from a client. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
