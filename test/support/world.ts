/** The start of most tests: a service, alice with her application, and functions for their requests. */
import type { ApplicationDraft } from "../../src/domain/fields/application.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import type { Pair } from "./flow.ts";
import {
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestUser,
} from "./service.ts";
import { type Pairs, signedFetch } from "./signing.ts";

export interface World extends AsyncDisposable {
  readonly service: TestService;
  readonly baseUrl: string;
  readonly ledger: Ledger;
  readonly alice: TestUser;
  /** Alice's: read access, and one callback, `https://weather.example/callback`. */
  readonly application: TestApplication;
  /** The service's time, which stands still until a test moves it. */
  readonly clock: { now: number };
  /** Sends a request signed at the service's time. */
  signed(
    method: string,
    path: string,
    more?: {
      as?: TestApplication;
      token?: Pair;
      form?: Pairs;
      oauth?: Readonly<Record<string, string | undefined>>;
      headers?: Readonly<Record<string, string>>;
    },
  ): Promise<Response>;
}

export async function startWorld(
  settings: Readonly<Record<string, string>> = {},
  draft: Partial<ApplicationDraft> = {},
): Promise<World> {
  const clock = { now: Date.now() };
  const service = await startTestService(settings, () => clock.now);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, draft);
  return {
    service,
    baseUrl: service.baseUrl,
    ledger,
    alice,
    application,
    clock,
    signed(method, path, { as = application, token, oauth, ...more } = {}) {
      return signedFetch(
        method,
        service.baseUrl + path,
        { ...as, ...(token && { token: token.token, tokenSecret: token.secret }) },
        { ...more, oauth: { oauth_timestamp: secondsOf(clock.now), ...oauth } },
      );
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export function secondsOf(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1000));
}

/** The code and message of an error body. */
export async function errorOf(
  response: Response,
): Promise<{ status: number; code: number; message: string }> {
  const { errors } = (await response.json()) as { errors: { code: number; message: string }[] };
  const [error, ...others] = errors;
  if (error === undefined || others.length > 0) throw new Error("not one error");
  return { status: response.status, ...error };
}
