/**
 * https://www.npmjs.com/package/twitter-api-v2, used as in its guide for signing in. It only knows https://api.x.com.
 */
import { ApiResponseError, TwitterApi } from "twitter-api-v2";
import { offerSteps } from "./steps.ts";

const steps = {
  async request(appKey: string, appSecret: string, callback: string) {
    const client = new TwitterApi({ appKey, appSecret });
    return client.generateAuthLink(callback, { linkMode: "authorize", authAccessType: "read" });
  },

  async exchange(
    appKey: string,
    appSecret: string,
    accessToken: string,
    accessSecret: string,
    verifier: string,
  ) {
    const asking = new TwitterApi({ appKey, appSecret, accessToken, accessSecret });
    const { client: _, ...login } = await asking.login(verifier);
    return login;
  },

  async use(appKey: string, appSecret: string, accessToken: string, accessSecret: string) {
    const client = new TwitterApi({ appKey, appSecret, accessToken, accessSecret });
    return orRequestError(() => client.v1.verifyCredentials({ include_entities: false }));
  },

  async revoke(appKey: string, appSecret: string, accessToken: string, accessSecret: string) {
    const client = new TwitterApi({ appKey, appSecret, accessToken, accessSecret });
    return client.v1.post<{ access_token: string }>("oauth/invalidate_token.json");
  },

  async bearer(appKey: string, appSecret: string) {
    const client = await new TwitterApi({ appKey, appSecret }).appLogin();
    const tokens = client.getActiveTokens();
    return tokens.type === "oauth2" ? tokens.bearerToken : "";
  },

  async useBearer(bearer: string) {
    const client = new TwitterApi(bearer);
    return orRequestError(() => client.v1.get<object>("application/rate_limit_status.json"));
  },

  async revokeBearer(
    appKey: string,
    appSecret: string,
    accessToken: string,
    accessSecret: string,
    bearer: string,
  ) {
    const owner = new TwitterApi({ appKey, appSecret, accessToken, accessSecret });
    const url = "https://api.x.com/oauth2/invalidate_token";
    return owner.post<{ access_token: string }>(url, undefined, {
      query: { access_token: bearer },
    });
  },
};

export type TwitterApiSteps = typeof steps;

async function orRequestError<T extends object>(use: () => Promise<T>) {
  try {
    return { ...(await use()), rejected: undefined };
  } catch (error) {
    if (!(error instanceof ApiResponseError)) throw error;
    const [first] = error.data.errors ?? [];
    return {
      rejected: `${error.code} (code ${first !== undefined && "code" in first ? first.code : ""})`,
    };
  }
}

offerSteps(steps);
