/** An identity provider that a test fully controls: its metadata, the content of its tokens, and their signatures. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FalseProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Changes to its metadata document. */
  described: Record<string, unknown>;
  /** Changes to the next ID tokens. */
  token: Record<string, unknown>;
  /** The response of its userinfo endpoint, without the subject. */
  userinfo: Record<string, unknown>;
  /** The key that signs instead of its own. */
  signer: KeyObject | undefined;
  /** The id of its key, in tokens and in its list of keys. */
  keyId: string;
  /** If set, the response to every request. */
  fixedResponse: { readonly status: number; readonly body: string } | "silence" | undefined;
  /** If true, requests for its keys get no response. */
  silentKeys: boolean;
  /** A logout token for `countersign`, correct except for these changes. */
  logoutToken(more: Readonly<Record<string, unknown>>): string;
  /** How often its metadata document and its token endpoint were requested. */
  readonly requests: { document: number; token: number };
  /**
   * Signs in as a browser would; returns the address that it is sent back to. The code works once, and only with its
   * verifier.
   */
  signIn(location: string, more?: Readonly<Record<string, string>>): URL;
}

/** Of providers that have ended. Making a pair takes longer than anything else of a provider. */
const sparePairs: ReturnType<typeof keyPair>[] = [];

const keyPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/**
 * Listens on a free loopback port. Its tokens are correct until a test changes them, and no other running provider has
 * its key.
 */
export async function startFalseProvider(): Promise<FalseProvider> {
  const pair = sparePairs.pop() ?? keyPair();
  const { publicKey, privateKey } = pair;
  const codes = new Map<string, { nonce: string; challenge: string; clientId: string }>();
  const requests = { document: 0, token: 0 };
  const server = createServer(async (request, response) => {
    const { fixedResponse } = provider;
    if (fixedResponse === "silence") return;
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (fixedResponse !== undefined) {
      response.writeHead(fixedResponse.status, { "content-type": "application/json" });
      return response.end(fixedResponse.body);
    }
    switch (request.url) {
      case "/.well-known/openid-configuration":
        requests.document += 1;
        return json({ ...documentOf(provider.issuer), ...provider.described });
      case "/keys":
        if (provider.silentKeys) return;
        return json({
          keys: [{ ...publicKey.export({ format: "jwk" }), kid: provider.keyId, alg: "RS256" }],
        });
      case "/userinfo":
        return json({ sub: provider.token["sub"] ?? "alice-1", ...provider.userinfo });
      case "/token": {
        requests.token += 1;
        let form = "";
        for await (const piece of request) form += String(piece);
        const given = new URLSearchParams(form);
        const code = codes.get(given.get("code") ?? "");
        codes.delete(given.get("code") ?? "");
        const made = createHash("sha256").update(given.get("code_verifier") ?? "");
        if (code?.challenge !== made.digest("base64url"))
          return json({ error: "invalid_grant" }, 400);
        const seconds = Math.floor(Date.now() / 1000);
        const claims = {
          iss: provider.issuer,
          sub: "alice-1",
          aud: code.clientId,
          nonce: code.nonce,
          iat: seconds,
          exp: seconds + 300,
          auth_time: seconds,
          ...provider.token,
        };
        const id_token = jwt(claims, provider.signer ?? privateKey, provider.keyId);
        return json({ access_token: "a", token_type: "Bearer", id_token });
      }
      default:
        return json({ error: "not_found" }, 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const provider: FalseProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    described: {},
    token: {},
    userinfo: {},
    signer: undefined,
    keyId: "1",
    fixedResponse: undefined,
    silentKeys: false,
    requests,
    signIn(location, more = {}) {
      const { searchParams } = new URL(location);
      const of = (name: string) => searchParams.get(name) ?? "";
      const code = `code-${codes.size}-${of("state").slice(0, 8)}`;
      codes.set(code, {
        nonce: of("nonce"),
        challenge: of("code_challenge"),
        clientId: of("client_id"),
      });
      const back = new URL(of("redirect_uri"));
      const parameters = { code, state: of("state"), iss: this.issuer, ...more };
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
      return back;
    },
    logoutToken(more) {
      const seconds = Math.floor(Date.now() / 1000);
      const claims = {
        iss: this.issuer,
        aud: "countersign",
        iat: seconds,
        exp: seconds + 120,
        jti: randomUUID(),
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...more,
      };
      return jwt(claims, this.signer ?? privateKey, this.keyId);
    },
    [Symbol.asyncDispose]() {
      sparePairs.push(pair);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return provider;
}

function documentOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
  };
}

function jwt(claims: Readonly<Record<string, unknown>>, key: KeyObject, kid: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", kid })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}
