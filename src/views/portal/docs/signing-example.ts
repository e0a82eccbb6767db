import { baseStringUri, signatureBaseString } from "../../../oauth1/base-string.ts";
import { normalizeParameters, type Parameter } from "../../../oauth1/parameters.ts";
import { fromText, percentEncode } from "../../../oauth1/percent-encoding.ts";
import { hmacSha1, signingKey } from "../../../oauth1/signature.ts";

/** An example request, signed step by step by the code that verifies signatures. */
export function signingExample(baseUrl: string) {
  const method = "POST";
  const path = "/oauth/request_token";
  const secret = "example-consumer-secret";
  const parameters: readonly Parameter[] = [
    ["oauth_callback", "https://app.example/callback"],
    ["oauth_consumer_key", "exampleConsumerKey1234567"],
    ["oauth_nonce", "c2FtcGxlLW5vbmNl"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", "1700000000"],
    ["oauth_version", "1.0"],
  ];
  const normalized = normalizeParameters(parameters);
  const baseString = signatureBaseString(method, baseStringUri(baseUrl, path), normalized);
  const signature = hmacSha1(baseString, signingKey(secret, ""));
  const sent = [...parameters, ["oauth_signature", signature] as const];
  const pairs = sent.map(([name, value]) => `${name}="${percentEncode(fromText(value))}"`);
  return {
    method,
    url: baseUrl + path,
    parameters,
    normalized,
    baseString,
    key: `${percentEncode(fromText(secret))}&`,
    signature,
    header: `Authorization: OAuth ${pairs.join(", ")}`,
  };
}
