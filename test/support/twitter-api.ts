/**
 * https://www.npmjs.com/package/twitter-api-v2, unmodified, as the client of any API. It supports only TLS, so
 * its agent connects to a port of this machine and trusts the test's own authority.
 */
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { connect } from "node:tls";
import { ApiResponseError, TwitterApi, type TwitterApiTokens } from "twitter-api-v2";

export interface Rejected {
  readonly status: number;
  readonly data: unknown;
  /** As the library read it from the headers. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number } | undefined;
}

export interface TwitterApiClient extends Disposable {
  readonly api: TwitterApi;
  /** The library's error for a request that has to be rejected. */
  rejected(request: (api: TwitterApi) => Promise<unknown>): Promise<Rejected>;
}

/** `host`: the name in the server's certificate. `credentials`: for requests signed for a user, or a bearer token. */
export function twitterApi(
  credentials: TwitterApiTokens | string,
  { host, port, authority }: { host: string; port: number; authority: string },
): TwitterApiClient {
  const agent = new Agent({ keepAlive: true });
  const ca = readFileSync(authority);
  agent.createConnection = () => connect({ host: "127.0.0.1", port, servername: host, ca });
  const settings = { httpAgent: agent };
  const api =
    typeof credentials === "string"
      ? new TwitterApi(credentials, settings)
      : new TwitterApi(credentials, settings);
  return {
    api,
    async rejected(request) {
      try {
        await request(api);
      } catch (error) {
        if (!(error instanceof ApiResponseError)) throw error;
        return { status: error.code, data: error.data, rateLimit: error.rateLimit };
      }
      throw new Error("the request was not rejected");
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
