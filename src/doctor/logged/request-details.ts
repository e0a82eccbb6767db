/** What the request log keeps of a request, without secrets and without its body. */
import { formDecode, parseAuthorizationHeader, parseForm, toReadableText } from "#oauth1";
import type { AccessLevel } from "../../domain/access.ts";
import type { ApplicationCredential } from "../../domain/credentials.ts";
import type { Diagnosis } from "../cause.ts";
import { type Hides, hidden, withoutSecretPairs, withoutSecrets } from "./hidden.ts";

export interface RequestDetails {
  readonly method: string;
  /** The path and query. It is undefined if the administrator keeps the paths of the APIs out. */
  readonly target?: string | undefined;
  /** The origin of the administrator's API. */
  readonly origin?: string | undefined;
  readonly address: string;
  readonly userAgent?: string | undefined;
  /** Of its Authorization header. It is undefined if the request was signed in its query or form. */
  readonly scheme?: Scheme | undefined;
  readonly timestamp?: string | undefined;
  /** The first characters of it. */
  readonly nonce?: string | undefined;
  readonly signatureMethod?: string | undefined;
  /** Unknown if the request was rejected. */
  readonly credential?: ApplicationCredential | undefined;
  /** Unknown if the request was verified for one of the administrator's APIs, which sent the response. */
  readonly status?: number | undefined;
  /** Of a verified request to one of the administrator's APIs. */
  readonly access?: AccessLevel | undefined;
  /** Why it was rejected. */
  readonly explanation?: Explanation | undefined;
}

export const schemes = ["OAuth", "Basic", "Bearer"] as const;
export type Scheme = (typeof schemes)[number];

/** Why it was rejected. */
export interface Explanation {
  readonly message: string;
  /** The request as HTTP text. */
  readonly request: string;
  readonly diagnosis: Diagnosis;
}

/** The parts of a request that `sentDetails` reads. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string | undefined;
  readonly origin?: string | undefined;
  readonly authorization?: string | undefined;
  readonly address: string;
  readonly userAgent?: string | undefined;
}

export interface Keeps {
  readonly hides: Hides;
  readonly path: boolean;
}

/** In characters. */
const maxOf = { method: 20, target: 300, origin: 100, address: 60, userAgent: 160, value: 20 };

const nonceShown = 8;

/** Besides `secrets`, it hides what has the form of one. */
export function sentDetails(
  request: SentRequest,
  keeps: Keeps,
  secrets: readonly string[] = [],
): RequestDetails {
  const { method, path, query, origin, authorization, address, userAgent } = request;
  const search = query === undefined ? "" : `?${withoutSecretPairs(query, keeps.hides)}`;
  const signed = signedValues(authorization, query);
  const nonce = signed.get("oauth_nonce");
  const shown = withoutSecrets({ method, path, search, origin, userAgent, nonce }, secrets);
  return {
    method: readable(shown.method, maxOf.method),
    target: keeps.path
      ? cut(
          toReadableText(shown.path) + withShortNonces(toReadableText(shown.search)),
          maxOf.target,
        )
      : undefined,
    origin: shown.origin && readable(shown.origin, maxOf.origin),
    address: address.slice(0, maxOf.address),
    userAgent: shown.userAgent && readable(shown.userAgent, maxOf.userAgent),
    scheme: schemeOf(authorization),
    timestamp: signed.get("oauth_timestamp")?.slice(0, maxOf.value),
    nonce: shown.nonce && (shown.nonce === hidden ? hidden : `${startOf(shown.nonce)}…`),
    signatureMethod: signed.get("oauth_signature_method")?.slice(0, maxOf.value),
  };
}

export function readDetails(text: string): RequestDetails {
  return JSON.parse(text) as RequestDetails;
}

export function schemeOf(authorization = ""): Scheme | undefined {
  const [, sent] = /^([A-Za-z]{1,20})(?: |$)/.exec(authorization) ?? [];
  return schemes.find((one) => one.toLowerCase() === sent?.toLowerCase());
}

/** A request is signed in its header, or else in its query (RFC 5849 §3.5.3). */
function signedValues(authorization = "", query = ""): ReadonlyMap<string, string> {
  const parsed = parseAuthorizationHeader(authorization);
  return new Map(parsed.ok && parsed.parameters.length > 0 ? parsed.parameters : parseForm(query));
}

/** `search` is readable, and still encoded. */
function withShortNonces(search: string): string {
  return search.replace(
    /((?:^\?|&)([^&=]*)=)([^&]*)/g,
    (pair, before: string, name: string, value: string) =>
      formDecode(name) === "oauth_nonce" && value !== hidden
        ? `${before}${startOf(value).replace(/%.?$/, "")}…`
        : pair,
  );
}

function startOf(nonce: string): string {
  return nonce.slice(0, Math.min(nonceShown, nonce.length / 2));
}

function readable(text: string, most: number): string {
  return cut(toReadableText(text), most);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
