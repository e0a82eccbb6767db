import type { RequestDetails } from "../../../doctor/logged/request-details.ts";

/** A logged request as a curl command. What was secret is a placeholder, because the log doesn't have it. */
export function curlOf(
  {
    method,
    target = "/…",
    origin,
    scheme = "OAuth",
    signatureMethod = "HMAC-SHA1",
  }: RequestDetails,
  consumerKey: string,
  ownOrigin: string,
): string {
  const inHeader = (value: string) => `-H ${quoted(`Authorization: ${value}`)}`;
  const credentials = {
    OAuth: inHeader(
      `OAuth oauth_consumer_key="${consumerKey}", oauth_token="ACCESS_TOKEN", oauth_signature_method="${signatureMethod}", oauth_timestamp="TIMESTAMP", oauth_nonce="NONCE", oauth_version="1.0", oauth_signature="SIGNATURE"`,
    ),
    Bearer: inHeader("Bearer BEARER_TOKEN"),
    Basic: `-u ${quoted(`${consumerKey}:CONSUMER_SECRET`)}`,
  };
  const url = (origin ?? ownOrigin) + (scheme === "OAuth" ? withoutSignature(target) : target);
  return [
    `curl ${method === "GET" ? "" : `-X ${quoted(method)} `}${quoted(url)}`,
    `  ${credentials[scheme]}`,
  ].join(" \\\n");
}

/** What was signed in the query is in the header here, because a request may have it only once. */
function withoutSignature(target: string): string {
  const [path = "", ...rest] = target.split("?");
  const pairs = rest
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith("oauth_"));
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

/** For a POSIX shell: the text comes from a client. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
