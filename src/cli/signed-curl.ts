import { sign } from "#oauth1";

/** The signature is made now. `url` has no query. */
export function signedCurl(
  method: "GET" | "POST",
  url: string,
  consumer: { consumer_key: string; consumer_secret: string },
  token: { oauth_token: string; oauth_token_secret: string } | undefined,
  parameters: Readonly<Record<string, string>>,
): string {
  const credentials = {
    consumerKey: consumer.consumer_key,
    consumerSecret: consumer.consumer_secret,
    ...(token && { token: token.oauth_token, tokenSecret: token.oauth_token_secret }),
  };
  const { authorization } = sign({ method, url }, credentials, { parameters });
  return `curl -X ${method} -H 'Authorization: ${authorization}' ${url}`;
}
