/**
 * A test server's controls over HTTP, for tests in other languages: JSON requests and responses on a separate port.
 * They can give consent for anyone, so they listen only on loopback and reject requests that a web page could send.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BadJson, parseJson } from "../../domain/json.ts";
import { fromJson } from "./options.ts";
import type { TestServer, TestServerApplication, TestServerUser } from "./test-server.ts";
import { UsageError } from "./usage-error.ts";

export interface Control extends AsyncDisposable {
  readonly url: string;
}

type Step = (testServer: TestServer, body: unknown) => object | Promise<object>;

/** The keys are method and path. */
const steps: Readonly<Record<string, Step>> = {
  "GET /": stateOf,
  "POST /users": async (testServer, body) =>
    shownUser(await testServer.addUser(fromJson("user", body))),
  "POST /applications": async (testServer, body) =>
    shownApplication(await testServer.addApplication(fromJson("application", body))),
  async "POST /approve"(testServer, body) {
    const { requestToken, user } = fromJson("decision", body);
    return { oauth_verifier: await testServer.approve(requestToken, user) };
  },
  async "POST /deny"(testServer, body) {
    const { requestToken, user } = fromJson("decision", body);
    await testServer.deny(requestToken, user);
    return {};
  },
  async "POST /issue"(testServer, body) {
    const { token, tokenSecret } = await testServer.issue(fromJson("grant", body));
    return { oauth_token: token, oauth_token_secret: tokenSecret };
  },
  async "POST /bearer"(testServer, body) {
    return { access_token: await testServer.bearer(namedIn(body)) };
  },
  async "POST /revoke"(testServer, body) {
    return { revoked: await testServer.revoke(fromJson("revocation", body)) };
  },
  async "POST /suspend"(testServer, body) {
    await testServer.suspend(namedIn(body));
    return {};
  },
  async "POST /restore"(testServer, body) {
    await testServer.restore(namedIn(body));
    return {};
  },
  "POST /clock"(testServer, body) {
    const { advanceSeconds, set } = fromJson("clock", body);
    if (set !== undefined) testServer.clock.set(new Date(set));
    if (advanceSeconds !== undefined) testServer.clock.advance(advanceSeconds);
    return { now: new Date(testServer.clock.now()).toISOString() };
  },
  "POST /faults"(testServer, body) {
    testServer.fail(fromJson("fault", body));
    return {};
  },
  "DELETE /faults"(testServer) {
    testServer.clearFaults();
    return {};
  },
  "GET /requests": ({ requests }) => ({ requests }),
  "DELETE /requests"(testServer) {
    testServer.forgetRequests();
    return {};
  },
};

function namedIn(body: unknown): string | undefined {
  return fromJson("application's name", body).application;
}

/** `GET /` returns everything that the test server has. */
export function stateOf(testServer: TestServer) {
  return {
    base_url: testServer.baseUrl,
    internal_url: testServer.internalUrl,
    now: new Date(testServer.clock.now()).toISOString(),
    users: testServer.users.map(shownUser),
    applications: testServer.applications.map(shownApplication),
  };
}

/** Listens on 127.0.0.1; port 0 selects a free port. Throws if the port is taken. */
export async function startControl(testServer: TestServer, port: number): Promise<Control> {
  const server = createServer((request, response) => {
    answered(testServer, request).then(
      ({ status, body }) => reply(response, status, body),
      (error: unknown) => reply(response, 500, { error: String(error) }),
    );
  });
  await listening(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answered(
  testServer: TestServer,
  request: IncomingMessage,
): Promise<{ status: number; body: object }> {
  if (!isFromHere(request)) {
    return { status: 403, body: { error: "only programs on this machine can use the controls" } };
  }
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  const step = Object.hasOwn(steps, `${request.method} ${path}`)
    ? steps[`${request.method} ${path}`]
    : undefined;
  if (step === undefined) {
    const known = Object.keys(steps).join(", ");
    return {
      status: 404,
      body: { error: `there is no ${request.method} ${path}; there are ${known}` },
    };
  }
  try {
    return { status: 200, body: await step(testServer, await jsonBody(request)) };
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error;
    return { status: 400, body: { error: error.message } };
  }
}

/**
 * Returns false if a page in a browser may have sent the request: a form or a script of another site, or DNS
 * rebinding.
 */
function isFromHere({ headers: { host = "", origin, ...headers } }: IncomingMessage): boolean {
  if (origin !== undefined || headers["sec-fetch-site"] !== undefined) return false;
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(`${JSON.stringify(body)}\n`);
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function shownUser({ screenName, ...user }: TestServerUser) {
  return { ...user, screen_name: screenName };
}

function shownApplication({ consumerKey, consumerSecret, ...rest }: TestServerApplication) {
  return { ...rest, consumer_key: consumerKey, consumer_secret: consumerSecret };
}

const maxBytes = 64 * 1024;

/** An empty body is an empty object. Throws `UsageError`. */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UsageError("the body is over 64 KB");
    chunks.push(chunk);
  }
  if (bytes === 0) return {};
  try {
    return parseJson(Buffer.concat(chunks));
  } catch (error) {
    throw error instanceof BadJson ? new UsageError(`the body ${error.message}`) : error;
  }
}
