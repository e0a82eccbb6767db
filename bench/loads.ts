/** The requests that servers get in every comparison. */
import { basicHeader, bearerFor, requestTokenFor } from "../test/support/flow.ts";
import type { TestApplication } from "../test/support/service.ts";
import { Visitor } from "../test/support/visitor.ts";
import type { Plan } from "./load/plan.ts";
import { httpRequest } from "./load/request.ts";
import type { Service } from "./servers/service.ts";
import { callback, type Store } from "./store/store.ts";

/** A running service and what is in its store. */
export interface Target {
  readonly store: Store;
  readonly service: Service;
}

export interface Load {
  readonly name: string;
  readonly connections: number;
  /** The requests are sent to the internal address. */
  readonly isInternal?: true;
  readonly plan: (target: Target) => Plan | Promise<Plan>;
}

/** A bearer token in use. */
const bearer: Load = {
  name: "bearer use",
  connections: 64,
  async plan({ service: { origin }, store }) {
    const token = await bearerFor(origin, firstApplication(store));
    const path = "/1.1/application/rate_limit_status.json";
    const headers = { authorization: `Bearer ${token}` };
    return { kind: "fixed", request: httpRequest("GET", origin, path, headers) };
  },
};

/** `oauth2/token`, asked again while a token is outstanding: nearly every real call. */
const oauth2Token: Load = {
  name: "oauth2/token",
  connections: 64,
  async plan({ service: { origin }, store }) {
    const application = firstApplication(store);
    await bearerFor(origin, application);
    const headers = { authorization: basicHeader(application) };
    const form = "grant_type=client_credentials";
    return { kind: "fixed", request: httpRequest("POST", origin, "/oauth2/token", headers, form) };
  },
};

/** An access token in use: every request has a fresh nonce, which the service remembers in its journal. */
const signed: Load = {
  name: "signed use",
  connections: 64,
  plan: (target) => signedUse(target, "uniform"),
};

export function signedUse({ store, service: { origin } }: Target, draw: "uniform" | "zipf"): Plan {
  const { applications, tokensFile } = store;
  return { kind: "signed-use", origin, applications, tokensFile, draw };
}

/** Signed questions at the internal address, for tokens at random. */
const verify: Load = {
  name: "/verify, signed",
  connections: 64,
  isInternal: true,
  plan: (target) => verifyPlan(target, 1),
};

const verifyBearer: Load = {
  name: "/verify, bearer",
  connections: 64,
  isInternal: true,
  async plan(target) {
    return verifyPlan(
      target,
      1,
      await bearerFor(target.service.origin, firstApplication(target.store)),
    );
  },
};

/** Signed questions for tokens at random, or the same bearer's again and again. */
export function verifyPlan(
  { store, service: { origin } }: Target,
  batch: number,
  bearerToken?: string,
): Plan {
  if (bearerToken === undefined) {
    const { applications, tokensFile } = store;
    return { kind: "verify", origin, applications, tokensFile, batch };
  }
  const target = "/1.1/account/verify_credentials.json";
  const one = { method: "GET", origin, target, authorization: `Bearer ${bearerToken}` };
  const asked = batch === 1 ? one : { requests: Array.from({ length: batch }, () => one) };
  const path = batch === 1 ? "/verify" : "/verify/batch";
  return { kind: "fixed", request: httpRequest("POST", origin, path, {}, JSON.stringify(asked)) };
}

/** The internal address of the same process. */
export function privately(service: Service): Service {
  return { ...service, port: service.internalPort };
}

/** Each answer has been committed to the disk. */
function requestToken(connections: number): Load {
  return {
    name: "oauth/request_token",
    connections,
    plan: ({ store, service: { origin } }) => ({
      kind: "request-token",
      origin,
      application: firstApplication(store),
      callback,
    }),
  };
}

/**
 * Whole flows of four requests: request token, consent page, its response, exchange. A user a connection, signed in
 * once.
 */
const flow: Load = {
  name: "three-legged flow",
  connections: 32,
  async plan({ service: { origin }, store }) {
    const application = firstApplication(store);
    const cookies: string[] = [];
    for (const user of store.userCount) {
      const visitor = new Visitor(origin);
      const request = await requestTokenFor(origin, application, callback);
      await visitor.open(`/oauth/authorize?oauth_token=${request.token}`, user);
      cookies.push([...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    return { kind: "flow", origin, application, callback, cookies };
  },
};

const requestTokens = requestToken(64);

/** Of twenty requests: fourteen signed, three by bearer, two request tokens, one for the bearer token. */
const mixed: Load = {
  name: "mixed load",
  connections: 64,
  async plan(target) {
    const [ofBearer, ofRequestToken, ofBearerToken] = await Promise.all([
      bearer.plan(target),
      requestTokens.plan(target),
      oauth2Token.plan(target),
    ]);
    return {
      kind: "mixed",
      parts: [
        { name: "signed", of20: 14, plan: signedUse(target, "zipf") },
        { name: "bearer", of20: 3, plan: ofBearer },
        { name: "request-token", of20: 2, plan: ofRequestToken },
        { name: "oauth2-token", of20: 1, plan: ofBearerToken },
      ],
    };
  },
};

export const loads = {
  bearer,
  "oauth2-token": oauth2Token,
  signed,
  verify,
  "verify-bearer": verifyBearer,
  "request-token": requestTokens,
  "request-token-256": requestToken(256),
  flow,
  mixed,
} as const satisfies Record<string, Load>;

export function firstApplication({ applications: [first] }: Store): TestApplication {
  if (first === undefined) throw new Error("the store has no application");
  return first;
}
