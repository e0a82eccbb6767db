/** https://www.npmjs.com/package/twitter-lite, which only knows https://api.twitter.com. */
import twitterLite from "twitter-lite";
import { offerSteps } from "./steps.ts";

/** Its types declare a default export that the package does not have. */
const Twitter = twitterLite as unknown as typeof twitterLite.default;

const steps = {
  async request(consumer_key: string, consumer_secret: string, callback: string) {
    const client = new Twitter({ consumer_key, consumer_secret });
    return orRequestError(() => client.getRequestToken(callback));
  },

  /** It does not ask for the request token's secret, and signs this request without it. */
  async exchange(
    consumer_key: string,
    consumer_secret: string,
    oauth_token: string,
    oauth_verifier: string,
  ) {
    const client = new Twitter({ consumer_key, consumer_secret });
    return orRequestError(() => client.getAccessToken({ oauth_token, oauth_verifier }));
  },

  async use(
    consumer_key: string,
    consumer_secret: string,
    access_token_key: string,
    access_token_secret: string,
  ) {
    const client = new Twitter({
      consumer_key,
      consumer_secret,
      access_token_key,
      access_token_secret,
    });
    // Without parameters it sends a bare `?` and signs an empty pair.
    return orRequestError(() =>
      client.get<{ screen_name: string }>("account/verify_credentials", {}),
    );
  },

  async revoke(
    consumer_key: string,
    consumer_secret: string,
    access_token_key: string,
    access_token_secret: string,
  ) {
    const client = new Twitter({
      consumer_key,
      consumer_secret,
      access_token_key,
      access_token_secret,
    });
    const { access_token } = await client.post("oauth/invalidate_token", {});
    return { access_token };
  },

  async bearer(consumer_key: string, consumer_secret: string) {
    const client = new Twitter({ consumer_key, consumer_secret });
    return (await client.getBearerToken()).access_token;
  },

  async useBearer(bearer_token: string) {
    const client = new Twitter({ consumer_key: "", consumer_secret: "", bearer_token });
    return orRequestError(() =>
      client.get<{ resources: object }>("application/rate_limit_status", {}),
    );
  },
};

export type TwitterLiteSteps = typeof steps;

interface Rejected {
  readonly errors: readonly { readonly code: number }[];
  readonly _headers?: { get(name: string): string | null };
}

/**
 * It throws the body of a rejection without the status; for token requests it also leaves out the headers. A
 * challenge comes only with 401 (RFC 9110 §11.6.1).
 */
async function orRequestError<T extends object>(
  use: () => Promise<T>,
): Promise<{ given: T; rejected?: undefined } | { rejected: string; given?: undefined }> {
  try {
    return { given: await use() };
  } catch (error) {
    const { errors, _headers } = error as Rejected;
    if (!Array.isArray(errors)) throw error;
    const status = _headers?.get("www-authenticate") ? "401" : "?";
    return { rejected: `${status} (code ${errors[0]?.code})` };
  }
}

offerSteps(steps);
