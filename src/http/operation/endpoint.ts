/** `http/` serves operations; the OpenAPI document and the reference are generated from them. */

import type { LimitName } from "../../domain/limits.ts";
import type { Asset } from "../../pages/views/asset.ts";
import type { DocsGroup, DocumentedOperation } from "../../pages/views/docs/page.ts";
import type { Html } from "../../pages/views/html.ts";
import type { Frame } from "../../pages/views/layout.ts";
import type { Authentication, Caller } from "../../verification/authentication/authentication.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface Endpoint<C extends Caller = Caller> {
  /** Its name in the interface and in logs. */
  readonly name: string;
  /** The first is the documented one. `:name` is a path parameter. */
  readonly paths: readonly [string, ...string[]];
  readonly methods: readonly ["GET" | "POST", ...("GET" | "POST")[]];
  /**
   * HEAD is not served although GET is, because GET issues a token, and HEAD must change nothing (RFC 9110 §9.2.1).
   * Everywhere else HEAD gets what GET would get, and an operation whose GET writes something leaves that out.
   */
  readonly noHead?: true;
  /** Where docs/reference/interface.md describes it. */
  readonly section: string;
  readonly summary: string;
  readonly caller: Authentication<C>;
  readonly limit: LimitName | undefined;
  readonly maxBodyBytes?: number;
  /** It returns 404 to users without access, so a 404 can be a denial. */
  readonly hidden?: true;
  /** It issues a token, which is counted. */
  readonly issues?: true;
  /** The `oauth_*` parameters of the authentication are left out. */
  readonly reads: readonly Parameter[];
  readonly fields?: readonly Parameter[];
  /** The authentication that each change of the form needs, by the value of its field `change`; "" if it has none. */
  readonly changes?: Readonly<Record<string, Sensitivity>>;
  /** A page, a response for an API client, or a file that browsers load or look for. */
  readonly produces: "page" | "json" | "form" | "asset";
  /** The media type of a successful response, if `produces` does not imply it. */
  readonly mediaType?: string;
  /** What each field of the response means. */
  readonly responseFields?: Readonly<Record<string, string>>;
  /** Errors also have the members of RFC 6749 §5.2, for generic OAuth 2.0 clients. */
  readonly errorsAsOAuth2?: true;
  readonly operation: (call: Call<C>) => Reply | Promise<Reply>;
}

/** Includes HEAD, where it is served. */
export function servedMethods({
  methods,
  noHead,
}: {
  readonly methods: readonly ("GET" | "POST")[];
  readonly noHead?: true;
}): readonly string[] {
  return methods.flatMap((one) => (one === "GET" && !noHead ? [one, "HEAD"] : [one]));
}

/**
 * `recent` needs a recent sign-in, or the password or a code again. `sometimes` needs the same, but only for certain
 * contents of the form. `password` always needs the password.
 */
export type Sensitivity = "recent" | "sometimes" | "password" | "none";

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly meaning: string;
  readonly values?: readonly string[];
  /** A secret form field is never shown again. */
  readonly secret?: true;
  /** Set for a form field of which more characters are read than usual. */
  readonly maxLength?: number;
}

/** More than most fields may have, so that a value that is too long is still too long once it was cut. */
const usualMaxLength = 600;

/** A field whose name ends with NAME represents several names. */
export function fieldNamed(fields: readonly Parameter[], name: string): Parameter | undefined {
  return fields.find(
    (one) =>
      one.name === name ||
      (one.name.endsWith("/NAME") && name.startsWith(one.name.slice(0, -"NAME".length))),
  );
}

/** This many characters of a form's value are read. Secrets are read whole, because no page shows them. */
export function maxLengthOf(fields: readonly Parameter[], name: string): number {
  const field = fieldNamed(fields, name);
  return field?.secret ? Number.POSITIVE_INFINITY : (field?.maxLength ?? usualMaxLength);
}

export function secretFieldsOf(
  endpoints: readonly Pick<Endpoint, "fields">[],
): ReadonlySet<string> {
  const fields = endpoints.flatMap((one) => one.fields ?? []);
  return new Set(fields.filter((one) => one.secret).map(({ name }) => name));
}

export type PathParameters = Readonly<Partial<Record<"id" | "file" | "request", string>>>;

export interface Call<C extends Caller = Caller> {
  readonly caller: C;
  readonly incoming: Incoming;
  readonly parameters: PathParameters;
  readonly dependencies: PublicDependencies;
  readonly frame: Frame;
}

/** What an operation of the public address may use. service/open-dependencies.ts creates it. */
export interface PublicDependencies extends Dependencies {
  readonly operations: readonly DocumentedOperation[];
  /** They change if the administrator's own pages are read again. */
  readonly docsGroups: () => readonly DocsGroup[];
  readonly assets: ReadonlyMap<string, Asset>;
  /** See `Appearance`. */
  readonly icon: Asset;
}

export interface Reply {
  readonly status: number;
  readonly type:
    | "form"
    | "json"
    | "jsonl"
    | "csv"
    | "html"
    | "css"
    | "js"
    | "svg"
    | "png"
    | "webp"
    | "txt"
    | "none";
  /** The body comes in pieces if the whole is too large to hold in memory. */
  readonly body: string | Buffer | AsyncIterable<string>;
  /** Set if the body was compressed before. Other bodies are compressed when they are sent, if that is worthwhile. */
  readonly gzipped?: Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  /** The page's forms may lead to an application, so its policy has no form-action. */
  readonly formsLeaveSite?: boolean;
  readonly script?: boolean;
  /** The page's scripts send requests to the service. */
  readonly connects?: boolean;
}

/** Keeps the caller's type inside the operation; outside, all endpoints have one type. */
export function endpoint<C extends Caller>(definition: Endpoint<C>): Endpoint {
  return definition as unknown as Endpoint;
}

/** Writes name=value pairs in this order. The values must not need encoding, because some clients do not decode. */
export function formReply(pairs: Readonly<Record<string, string>>): Reply {
  const body = Object.entries(pairs)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return { status: 200, type: "form", body };
}

export function jsonReply(value: unknown, headers?: Readonly<Record<string, string>>): Reply {
  const reply = { status: 200, type: "json", body: JSON.stringify(value) } as const;
  return headers === undefined ? reply : { ...reply, headers };
}

export function pageReply(
  page: Html,
  more: Partial<Pick<Reply, "status" | "headers" | "cookies" | "formsLeaveSite">> = {},
): Reply {
  const script = page.needs.has("script-policy");
  const connects = page.needs.has("connect-policy");
  return { status: 200, ...more, type: "html", body: page.toString(), script, connects };
}

/** Always 303 after a POST, so that the browser does not resend credentials (RFC 9700 §4.12). */
export function seeOther(location: string, cookies: readonly string[] = []): Reply {
  return { status: 303, type: "none", body: "", headers: { location }, cookies };
}
