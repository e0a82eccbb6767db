/** Builds the bytes of a request from the description in a case (RFC 5849 §3.1, §3.5). */
import type { Client, Provider } from "../config.ts";
import type { Method, Placement, SignatureMethod } from "../protocol.ts";
import { baseString, type EncodedPair, type SignedParts } from "../signing/base-string.ts";
import { baseStringFaults } from "../signing/base-string-faults.ts";
import { encoded } from "../signing/percent-encoding.ts";
import { digests, hmac, type Secrets, signatureOf, signingKey } from "../signing/signature.ts";
import { secretFaults, signatureFaults } from "../signing/signature-faults.ts";
import { authorizationHeader } from "./authorization-header.ts";
import { protocolParameters } from "./protocol-parameters.ts";
import type { Change, Extra, Pair, Sent, WireRequest } from "./sent.ts";
import { type Credentials, NotApplicable, type World } from "./world.ts";

/** Throws `NotApplicable` if the fault changes nothing. */
export function built(sent: Sent, provider: Provider, world: World): WireRequest {
  const again = sent.again === undefined ? undefined : world.saved(sent.again).request;
  if (again !== undefined) return again;
  const endpoint = provider.endpoints[sent.to];
  if (endpoint === undefined) throw new Error(`the provider has no ${sent.to}`);
  const placement = placementOf(sent, provider);
  const method = sent.method ?? methodOf(sent, placement, endpoint.methods);
  const client = clientOf(sent, provider);
  const credentials = credentialsOf(sent, world);
  const signatureMethod = sent.signatureMethod ?? provider.signatureMethods[0] ?? "HMAC-SHA1";
  const protocol = protocolParameters(sent, {
    provider,
    world,
    key: client.key,
    token: credentials?.token,
    signatureMethod,
  });

  const url = new URL(endpoint.url);
  const parts: SignedParts = {
    method,
    url: withQuery(url, sent.extra),
    pairs: [
      ...pairsOf(url.search.slice(1)),
      ...(sent.extra ?? []).flatMap((extra) => extra.signed),
      ...protocol.map(([name, value]): EncodedPair => [encoded(name), encoded(value)]),
    ],
  };
  const secretHolder = sent.secretOf === undefined ? credentials : world.credentials(sent.secretOf);
  const secrets: Secrets = {
    consumer: client.secret,
    token: secretHolder?.secret ?? "",
    privateKey: client.privateKey,
  };
  const signature = signed(sent, parts, signatureMethod, secrets);
  const shown = changed([...protocol, ["oauth_signature", signature]], sent.afterwards, world);
  const sentMethod = sent.otherMethod ? (method === "GET" ? "POST" : "GET") : method;
  return {
    ...placed(sent, url, placement, shown, sentMethod),
    baseString: baseString(parts),
  };
}

/** Where the protocol parameters go. The header, if the provider allows a choice. */
export function placementOf(sent: Sent, provider: Provider): Placement {
  if (sent.placement !== undefined) return sent.placement;
  if (sent.header !== undefined) return "header";
  return provider.placements[0] ?? "header";
}

export function methodOf(sent: Sent, placement: Placement, methods: readonly Method[]): Method {
  const hasBody =
    sent.body !== undefined ||
    placement === "form" ||
    sent.extra?.some((extra) => extra.in === "form");
  return hasBody ? "POST" : (methods[0] ?? "POST");
}

function clientOf({ client = "first" }: Sent, provider: Provider): Client {
  if (client === "first") return provider.client;
  if (client === "second" && provider.secondClient) return provider.secondClient;
  return { ...provider.client, key: "conformanceunknownclient", secret: "unknown" };
}

function credentialsOf(sent: Sent, world: World): Credentials | undefined {
  if (sent.token !== undefined) return world.credentials(sent.token);
  if (sent.to === "resource") return world.credentials("quota");
  return undefined;
}

function signed(sent: Sent, parts: SignedParts, method: SignatureMethod, secrets: Secrets): string {
  const right = baseString(parts);
  const base = sent.baseString ? baseStringFaults[sent.baseString].build(parts) : right;
  if (sent.baseString && base === right) {
    throw new NotApplicable(`${baseStringFaults[sent.baseString].name} changes nothing here`);
  }
  const key = sent.secrets ? secretFaults[sent.secrets].key(secrets) : signingKey(secrets);
  if (sent.secrets && key === signingKey(secrets)) {
    throw new NotApplicable(`${secretFaults[sent.secrets].name} changes nothing here`);
  }
  let signature = signatureOf(base, method, secrets);
  // A wrong secret is no RSA key, so the signature is the HMAC that an attacker could compute.
  if (sent.secrets) signature = method === "PLAINTEXT" ? key : hmac(hashOf(method), base, key);
  if (sent.signature === undefined) return signature;
  const faulty = signatureFaults[sent.signature].change(signature, base, key);
  if (faulty === signature) {
    throw new NotApplicable(`${signatureFaults[sent.signature].name} changes nothing here`);
  }
  return faulty;
}

function hashOf(method: SignatureMethod): string {
  return method === "RSA-SHA1" || method === "PLAINTEXT" ? "sha1" : digests[method];
}

/** The URL with its own query and the extra query parameters, before a signature is placed there. */
function withQuery(url: URL, extra: readonly Extra[] = []): URL {
  const whole = new URL(url);
  const queries = extra.filter((one) => one.in === "query").map((one) => one.wire);
  whole.search = [url.search.slice(1), ...queries].filter(Boolean).join("&");
  return whole;
}

function placed(
  { extra = [], header, body }: Sent,
  url: URL,
  placement: Placement,
  protocol: readonly Pair[],
  method: Method,
): Omit<WireRequest, "baseString"> {
  const wires = (where: Placement) => [
    ...extra.filter((one) => one.in === where).map((one) => one.wire),
    ...(placement === where && where !== "header" ? protocol.map(joinedPair) : []),
  ];
  const query = [url.search.slice(1), ...wires("query")].filter(Boolean).join("&");
  const form = wires("form").join("&");
  const headers: [string, string][] = [];
  if (placement === "header") {
    const lines = authorizationHeader(protocol, wires("header"), header);
    for (const line of lines) headers.push(["Authorization", line]);
  }
  const hasForm = wires("form").length > 0;
  if (hasForm) headers.push(["Content-Type", "application/x-www-form-urlencoded"]);
  if (body !== undefined) headers.push(["Content-Type", "application/json"]);
  return {
    method,
    origin: url.origin,
    target: `${url.pathname}${query === "" ? "" : `?${query}`}`,
    headers,
    body: body ? (body.sent ?? body.text) : method === "POST" || hasForm ? form : undefined,
    protocol,
  };
}

function joinedPair([name, value]: Pair): string {
  return `${encoded(name)}=${encoded(value)}`;
}

function pairsOf(query: string): readonly EncodedPair[] {
  return [...new URLSearchParams(query)].map(([name, value]) => [encoded(name), encoded(value)]);
}

function changed(pairs: readonly Pair[], changes: readonly Change[] = [], world: World) {
  return changes.reduce((before, change) => world.changed(before, change), pairs);
}
