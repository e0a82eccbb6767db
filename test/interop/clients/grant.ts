/**
 * https://www.npmjs.com/package/grant in an Express application, with its built-in provider `twitter`:
 * https://api.twitter.com.
 */
import grantPackage from "grant";
import request from "grant/lib/client.js";
import { offerSteps } from "./steps.ts";
import { startWebApplication } from "./web-application.ts";

/** Its types declare a default export that the package does not have. */
const grant = grantPackage as unknown as typeof grantPackage.default;

const verifyCredentials = "https://api.twitter.com/1.1/account/verify_credentials.json";

const steps = {
  /** The application's origin. */
  async start(key: string, secret: string) {
    return startWebApplication((application, origin) => {
      application.use(
        grant.express({
          defaults: { origin, transport: "session" },
          twitter: {
            key,
            secret,
            scope: ["read"],
            callback: "/signed-in",
            response: ["tokens", "raw", "profile"],
            profile_url: verifyCredentials,
          },
        }),
      );
      application.get("/signed-in", (incoming, response) =>
        response.json(incoming.session.grant?.response),
      );
    });
  },

  async use(consumerKey: string, consumerSecret: string, token: string, secret: string) {
    const oauth = tokens(consumerKey, consumerSecret, token, secret);
    return responseTo({
      method: "GET",
      url: verifyCredentials,
      qs: { skip_status: "true" },
      oauth,
    });
  },

  async revoke(consumerKey: string, consumerSecret: string, token: string, secret: string) {
    const url = "https://api.twitter.com/1.1/oauth/invalidate_token.json";
    const oauth = tokens(consumerKey, consumerSecret, token, secret);
    return responseTo({ method: "POST", url, oauth });
  },
};

export type GrantSteps = typeof steps;

function tokens(consumer_key: string, consumer_secret: string, token: string, secret: string) {
  return { consumer_key, consumer_secret, token, token_secret: secret };
}

/** It throws every response that is no success. */
async function responseTo(options: Parameters<typeof request>[0]) {
  try {
    return { status: 200, body: (await request(options)).body };
  } catch (error) {
    const { res, body } = error as { res: { statusCode: number }; body: unknown };
    return { status: res.statusCode, body };
  }
}

offerSteps(steps);
