/**
 * https://www.npmjs.com/package/passport-twitter in an Express application, with the addresses that it has built in:
 * https://api.twitter.com.
 */
import type { OAuth } from "oauth";
import passport from "passport";
import { type Profile, Strategy } from "passport-twitter";
import { offerSteps } from "./steps.ts";
import { startWebApplication } from "./web-application.ts";

/** As in applications that call more than the profile: the strategy signs for them. */
class SigningStrategy extends Strategy {
  get signer(): OAuth {
    return this._oauth;
  }
}

let signer: OAuth | undefined;

const steps = {
  /** The application's origin. */
  async start(consumerKey: string, consumerSecret: string) {
    return startWebApplication((application, origin) => {
      const callbackURL = `${origin}/auth/twitter/callback`;
      const strategy = new SigningStrategy(
        { consumerKey, consumerSecret, callbackURL, includeEmail: true },
        (token, secret, profile, done) =>
          done(null, { token, secret, profile: profileOf(profile) }),
      );
      signer = strategy.signer;
      passport.use(strategy);
      application.use(passport.initialize());
      const authenticate = passport.authenticate("twitter", { session: false });
      application.get("/auth/twitter", authenticate);
      application.get("/auth/twitter/callback", authenticate, (request, response) =>
        response.json(request.user),
      );
    });
  },

  async use(token: string, secret: string) {
    return signed((done) =>
      signer?.get(
        "https://api.twitter.com/1.1/account/verify_credentials.json",
        token,
        secret,
        done,
      ),
    );
  },

  async revoke(token: string, secret: string) {
    const url = "https://api.twitter.com/1.1/oauth/invalidate_token.json";
    return signed((done) => signer?.post(url, token, secret, "", undefined, done));
  },
};

export type PassportSteps = typeof steps;

export interface SignedIn {
  readonly token: string;
  readonly secret: string;
  readonly profile: ReturnType<typeof profileOf>;
}

function profileOf({ id, username, displayName, emails, photos, _accessLevel }: Profile) {
  return { id, username, displayName, emails, photos, accessLevel: _accessLevel };
}

type Done = Parameters<OAuth["get"]>[3];

function signed(send: (done: Done) => void): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    send((failure, data) => resolve({ status: failure?.statusCode ?? 200, body: data }));
  });
}

offerSteps(steps);
