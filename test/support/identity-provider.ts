/**
 * `oidc-provider` on a loopback port: a provider as administrators run one, except that its sign-in page asks only for
 * a name.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Context, Provider } from "oidc-provider";

export interface RunningProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * `users`: the claims of each user, by their subject. `redirectUris` (or the base URL of the service) is called at
 * the first request, not earlier: it is known only once the service has started, and that needs this provider's address
 * first.
 */
export async function startIdentityProvider(
  users: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  redirectUris: () => readonly string[] | string,
): Promise<RunningProvider> {
  let provider: Provider | undefined;
  const server = createServer(async (request, response) => {
    provider ??= providerAt(issuer, clientSecret, users, clientAt(redirectUris()));
    if (!request.url?.startsWith("/interaction/")) return provider.callback()(request, response);
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      return response.end(signInPage);
    }
    const form = new URLSearchParams(await bodyOf(request));
    const accountId = form.get("user") ?? "";
    const result = form.has("cancel") ? { error: "access_denied" } : { login: { accountId } };
    await provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientSecret = randomBytes(24).toString("hex");
  return {
    issuer,
    clientId,
    clientSecret,
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const clientId = "countersign";

function providerAt(
  issuer: string,
  clientSecret: string,
  users: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  client: Readonly<Record<string, unknown>>,
): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, ...client }],
    jwks: { keys: [privateKey.export({ format: "jwk" })] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
    },
    claims: {
      openid: ["sub"],
      profile: ["preferred_username", "name", "groups"],
      email: ["email", "email_verified"],
    },
    // With its own dispatcher it rejects loopback addresses, but a test's service has no other address.
    fetch: (url: URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) => {
      const claims = users.get(accountId);
      return claims && { accountId, claims: () => ({ ...claims, sub: accountId }) };
    },
    // Its users are not asked for consent: the client belongs to the administrator.
    async loadExistingGrant({ oidc: { client, session, provider } }: Context) {
      const { accountId } = session;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
}

/** The client as an administrator registers it: a service at this base URL, or only redirect URIs. */
function clientAt(known: readonly string[] | string) {
  if (typeof known !== "string") return { redirect_uris: known };
  return {
    redirect_uris: [`${known}/sign-in/from/staff`],
    post_logout_redirect_uris: [`${known}/sign-out`],
    backchannel_logout_uri: `${known}/sign-out/from/staff`,
    // Logout tokens then name the session that ended, and not only the user.
    backchannel_logout_session_required: true,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += String(piece);
  return body;
}

const signInPage = `<!doctype html>
<html lang="en">
<title>Sign in</title>
<form method="post">
<label>User <input name="user" autofocus></label>
<button>Sign in</button>
<button name="cancel" value="yes">Cancel</button>
</form>
</html>`;
