/** Requests of applications: signed ones, and those with a bearer token. */
import { basicHeader } from "../support/flow.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import type { HttpResponse } from "./client.ts";
import type { Level, Operation } from "./history.ts";
import type { Reading } from "./recorder.ts";
import {
  callback,
  type KnownApplication,
  type KnownBearer,
  type KnownToken,
  keep,
  type Member,
  names,
  type SentUse,
  type World,
} from "./world.ts";

export interface KnownRequest {
  readonly application: KnownApplication;
  readonly token: string;
  readonly secret: string;
  readonly level: Level;
}

export async function requestToken(
  world: World,
  application: KnownApplication,
  { counts, node }: { counts?: string; node?: number } = {},
): Promise<KnownRequest | undefined> {
  const { secret, access: level } = application;
  if (secret === undefined) return undefined;
  const of = names(application);
  const signed = sign(world, "POST", "/oauth/request_token", application, secret.value, undefined, {
    oauth_callback: callback,
    x_auth_access_type: level,
  });
  const { read } = await world.recorder.perform(
    {
      name: "request token",
      leansOn: [secret.name, of.application, ...(level === "write" ? [of.write] : [])],
      bytes: signed.bytes,
      ...(counts !== undefined && { counts }),
    },
    { method: "POST", path: "/oauth/request_token", headers: signed.headers, ...at(node) },
    (response) => {
      const pair = pairIn(response);
      const within = [of.requests, ...(level === "write" ? [of.writeRequests] : [])];
      const gives = { credential: `request:${pair?.token}`, within };
      return pair && { ...pair, gives };
    },
  );
  return read && { application, token: read.token, secret: read.secret, level };
}

/** Sends the exchange to `times` nodes at once; only one may succeed. */
export async function exchange(
  world: World,
  request: KnownRequest,
  member: Member,
  verifier: string,
  times: number,
): Promise<KnownToken | undefined> {
  const { application, level } = request;
  const { secret } = application;
  if (secret === undefined) return undefined;
  const of = names(application);
  const grant = of.grant(member);
  const path = "/oauth/access_token";
  const all = await Promise.all(
    Array.from({ length: times }, async () => {
      const signed = sign(world, "POST", path, application, secret.value, request, {
        oauth_verifier: verifier,
      });
      return world.recorder.perform(
        {
          name: "exchange",
          leansOn: [
            secret.name,
            of.application,
            `user:${member.id}`,
            `request:${request.token}`,
            `approval:${request.token}`,
          ],
          bytes: signed.bytes,
          once: `request:${request.token}`,
          ends: [`request:${request.token}`],
        },
        { method: "POST", path, headers: signed.headers },
        (response) => {
          const pair = pairIn(response);
          if (pair === undefined) return undefined;
          const credential = `access:${pair.token}`;
          const gives = {
            credential,
            within: [grant, of.tokens],
            slot: `${grant}/${level}`,
            level,
          };
          return { ...pair, gives };
        },
      );
    }),
  );
  const read = all.find((one) => one.read !== undefined)?.read;
  return read && { application, member, token: read.token, secret: read.secret };
}

export interface UseOptions {
  readonly node?: number;
  /** Before it, someone without the secrets sends a request with the same nonce. */
  readonly anonymousFirst?: boolean;
}

const usePath = "/1.1/account/verify_credentials.json";

export async function use(
  world: World,
  token: KnownToken,
  { node, anonymousFirst = false }: UseOptions = {},
): Promise<Operation | undefined> {
  const sent = newUse(world, token);
  if (sent === undefined) return undefined;
  if (anonymousFirst) await sendForged(world, sent);
  return sendUse(world, sent, node);
}

export function newUse(world: World, of: KnownToken): SentUse | undefined {
  const { application } = of;
  const { secret } = application;
  if (secret === undefined) return undefined;
  const { bytes, headers } = sign(world, "GET", usePath, application, secret.value, of);
  return { of, secretName: secret.name, authorization: headers.authorization, bytes };
}

/** Sends the same bytes each time that it is called with the same value. */
export async function sendUse(world: World, sent: SentUse, node?: number): Promise<Operation> {
  const { token, member, application } = sent.of;
  const { operation } = await world.recorder.perform(
    {
      name: "use",
      leansOn: [
        `access:${token}`,
        sent.secretName,
        names(application).application,
        `user:${member.id}`,
      ],
      bytes: sent.bytes,
    },
    { method: "GET", path: usePath, headers: { authorization: sent.authorization }, ...at(node) },
    (response): Reading | undefined => {
      if (response.status !== 200) return undefined;
      const { id_str } = JSON.parse(response.text) as { id_str: string };
      const level = response.headers["x-access-level"] === "read-write" ? "write" : "read";
      return { level, showed: { said: id_str, is: member.id } };
    },
  );
  if (operation.outcome === "done") keep(world.accepted, sent);
  return operation;
}

/** Sends the nonce of a later request under a wrong signature. */
async function sendForged(world: World, sent: SentUse): Promise<void> {
  const forged = "AAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  const authorization = sent.authorization.replace(
    /oauth_signature="[^"]*"/,
    `oauth_signature="${encodeURIComponent(forged)}"`,
  );
  await world.recorder.perform(
    { name: "forged use", leansOn: [], forged: true },
    { method: "GET", path: usePath, headers: { authorization } },
    (response) => (response.status === 200 ? {} : undefined),
  );
}

/** The application invalidates its token. */
export async function invalidate(world: World, token: KnownToken): Promise<Operation | undefined> {
  const { application, member } = token;
  const { secret } = application;
  if (secret === undefined) return undefined;
  const of = names(application);
  const path = "/1.1/oauth/invalidate_token.json";
  const signed = sign(world, "POST", path, application, secret.value, token);
  const { operation } = await world.recorder.perform(
    {
      name: "invalidate",
      leansOn: [`access:${token.token}`, secret.name, of.application, `user:${member.id}`],
      bytes: signed.bytes,
      ends: [`access:${token.token}`, of.approved(member)],
    },
    { method: "POST", path, headers: signed.headers },
    (response) => (response.status === 200 ? {} : undefined),
  );
  return operation;
}

export async function bearerToken(
  world: World,
  application: KnownApplication,
): Promise<KnownBearer | undefined> {
  const { secret } = application;
  if (secret === undefined) return undefined;
  const of = names(application);
  const { read } = await world.recorder.perform(
    { name: "bearer token", leansOn: [secret.name, of.application] },
    {
      method: "POST",
      path: "/oauth2/token",
      headers: { authorization: basic(application, secret.value) },
      body: "grant_type=client_credentials",
    },
    (response) => {
      if (response.status !== 200) return undefined;
      const { access_token: token } = JSON.parse(response.text) as { access_token: string };
      const gives = { credential: `bearer:${token}`, within: [of.bearer], slot: of.bearer };
      return { token, gives };
    },
  );
  return read && { application, token: read.token };
}

export async function useBearer(
  world: World,
  { application, token }: KnownBearer,
  node?: number,
): Promise<Operation> {
  const { operation } = await world.recorder.perform(
    { name: "use a bearer token", leansOn: [`bearer:${token}`, names(application).application] },
    {
      method: "GET",
      path: "/1.1/application/rate_limit_status.json",
      headers: { authorization: `Bearer ${token}` },
      ...at(node),
    },
    (response): Reading | undefined => {
      if (response.status !== 200) return undefined;
      const { rate_limit_context: context } = JSON.parse(response.text) as {
        rate_limit_context: { application: string };
      };
      return { showed: { said: context.application, is: application.consumerKey } };
    },
  );
  return operation;
}

export async function invalidateBearer(
  world: World,
  { application, token }: KnownBearer,
): Promise<Operation | undefined> {
  const { secret } = application;
  if (secret === undefined) return undefined;
  const { operation } = await world.recorder.perform(
    {
      name: "invalidate a bearer token",
      leansOn: [secret.name, names(application).application, `bearer:${token}`],
      ends: [`bearer:${token}`],
    },
    {
      method: "POST",
      path: "/oauth2/invalidate_token",
      headers: { authorization: basic(application, secret.value) },
      body: new URLSearchParams({ access_token: token }).toString(),
    },
    (response) => (response.status === 200 ? {} : undefined),
  );
  return operation;
}

function sign(
  { origin }: World,
  method: string,
  path: string,
  { consumerKey }: KnownApplication,
  consumerSecret: string,
  token?: { readonly token: string; readonly secret: string },
  oauth: Readonly<Record<string, string>> = {},
) {
  const credentials = {
    consumerKey,
    consumerSecret,
    ...(token && { token: token.token, tokenSecret: token.secret }),
  };
  const pairs = signedPairs(method, origin + path, credentials, [], oauth);
  const authorization = authorizationHeader(pairs);
  return { headers: { authorization }, bytes: authorization };
}

function basic({ id, consumerKey }: KnownApplication, consumerSecret: string): string {
  return basicHeader({ id: id as never, consumerKey, consumerSecret });
}

function at(node: number | undefined) {
  return node === undefined ? {} : { node };
}

function pairIn({ status, text }: HttpResponse): { token: string; secret: string } | undefined {
  if (status !== 200) return undefined;
  const form = new URLSearchParams(text);
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  return token === null || secret === null ? undefined : { token, secret };
}
