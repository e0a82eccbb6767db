/** The service as the kit sees it: a test server with two applications, and a user who can sign in on its pages. */
import { startTestServer, type TestServer } from "../../src/program/test-server/test-server.ts";
import { freePort } from "../support/free-port.ts";
import { listenApi } from "../support/verifying-api.ts";

export interface Described extends AsyncDisposable {
  /** What `--config` reads. */
  readonly config: object;
}

export const callback = "https://application.example/callback";
const password = "a long enough password";

/** The config that a provider's own users would write. `callback`: `oob` for PINs. */
export function configOfService(
  { baseUrl: base, applications }: Pick<TestServer, "baseUrl" | "applications">,
  callbackOrOob: string,
  api?: string,
): object {
  const [first, second] = applications;
  const allow = [
    { open: "{authorization_url}" },
    { submit: { username: "alice", password }, if_page_has: 'name="password"' },
  ];
  return {
    name: "Countersign",
    request_token: { url: `${base}/oauth/request_token`, methods: ["POST", "GET"] },
    authorization: `${base}/oauth/authorize`,
    access_token: { url: `${base}/oauth/access_token`, methods: ["POST", "GET"] },
    resource: { url: `${base}/1.1/account/verify_credentials.json`, contains: '"screen_name"' },
    ...(api !== undefined && {
      application_resource: {
        url: `${api}/things`,
        methods: ["GET", "POST"],
        contains: '"context":"application"',
      },
    }),
    revocation: { url: `${base}/1.1/oauth/invalidate_token.json` },
    signature_methods: ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"],
    client: { key: first?.consumerKey, secret: first?.consumerSecret },
    second_client: { key: second?.consumerKey, secret: second?.consumerSecret },
    callback: callbackOrOob,
    registered_callbacks: true,
    approval: {
      kind: "http",
      steps: [...allow, { submit: { decision: "allow" } }],
      deny: [...allow, { submit: { decision: "deny" } }],
      pin: '<output id="pin"[^>]*>(.*?)</output>',
    },
    requests_per_second: 10_000,
  };
}

export async function startOurselves(callbackOrOob = callback): Promise<Described> {
  const port = await freePort();
  // An API whose requests the service verifies.
  await using started = new AsyncDisposableStack();
  const api = started.use(await listenApi());
  const testServer = await startTestServer({
    users: [{ screenName: "alice", password }],
    applications: [
      { name: "First", callbacks: [callback] },
      { name: "Second", callbacks: [callback] },
    ],
    port,
    // The host contains letters, so that a case can change their case.
    settings: {
      BASE_URL: `http://localhost:${port}`,
      API_ORIGINS: api.origin,
      SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256,HMAC-SHA512",
    },
  });
  started.use(testServer);
  api.verifiedBy(testServer.internalUrl);
  const open = started.move();
  return {
    config: configOfService(testServer, callbackOrOob, api.origin),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
