/**
 * An operation of the service as a value: where it is, who may call, what it costs and what it does.
 * `http/` serves these values; the OpenAPI document and the reference are printed from them.
 */
import type { Authentication, Caller } from "./authentication/authentication.ts";
import type { Incoming } from "./authentication/incoming.ts";
import type { Dependencies } from "./dependencies.ts";
import type { LimitName } from "./domain/limits.ts";
import type { Html } from "./views/html.ts";
import { type Frame, hasScript } from "./views/layout.ts";

export interface Endpoint<C extends Caller = Caller> {
  /** As the interface names it; also the name in logs. */
  readonly name: string;
  /** The first is the documented one. `:name` is a part of the path that varies. */
  readonly paths: readonly [string, ...string[]];
  readonly methods: readonly ["GET" | "POST", ...("GET" | "POST")[]];
  /** Where docs/reference/interface.md describes it. */
  readonly section: string;
  readonly summary: string;
  readonly caller: Authentication<C>;
  readonly limit: LimitName | undefined;
  /** How large a body it takes; undefined: as large as most operations do. */
  readonly mostBodyBytes?: number;
  /** To people whom it is not for it does not exist: its 404 denies something. */
  readonly hidden?: true;
  /** It gives out a token, which is counted. */
  readonly issues?: true;
  /** The parameters that it reads, beside the `oauth_*` ones of the authentication. */
  readonly reads: readonly Parameter[];
  /** The fields of the form that a page's POST takes. */
  readonly fields?: readonly Parameter[];
  /** A page for a browser, a body for a client of the API, or a file that pages load. */
  readonly produces: "page" | "json" | "form" | "asset";
  /** The media type of a success, where `produces` does not say it. */
  readonly mediaType?: string;
  readonly responseFields?: readonly string[];
  /** Errors carry the members of RFC 6749 §5.2 too, for generic OAuth 2.0 clients. */
  readonly errorsAsOAuth2?: true;
  readonly operation: (call: Call<C>) => Reply | Promise<Reply>;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly meaning: string;
  readonly values?: readonly string[];
  /** Of a form's field: no page that has the form again has what was typed here. */
  readonly secret?: true;
}

/** The names of the fields in which somebody types a secret, in any form. */
export function secretFieldsOf(
  endpoints: readonly Pick<Endpoint, "fields">[],
): ReadonlySet<string> {
  const fields = endpoints.flatMap((one) => one.fields ?? []);
  return new Set(fields.filter((one) => one.secret).map(({ name }) => name));
}

/** The parts of a path that vary, decoded, by the names that routes give them. */
export type PathParameters = Readonly<Partial<Record<"id" | "file", string>>>;

export interface Call<C extends Caller = Caller> {
  readonly caller: C;
  readonly incoming: Incoming;
  readonly parameters: PathParameters;
  readonly dependencies: Dependencies;
  readonly frame: Frame;
}

export interface Reply {
  readonly status: number;
  readonly type:
    | "form"
    | "json"
    | "jsonl"
    | "html"
    | "css"
    | "js"
    | "svg"
    | "png"
    | "webp"
    | "none";
  /** In pieces where the whole would be too much to hold. */
  readonly body: string | Buffer | AsyncIterable<string>;
  /** The body compressed, where it was compressed before; other bodies that are worth it are compressed as they go out. */
  readonly gzipped?: Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set-Cookie lines. */
  readonly cookies?: readonly string[];
  /** Sources beside 'self' to which the page's forms may lead (Content-Security-Policy, form-action). */
  readonly formAction?: readonly string[];
  /** The page runs script of ours. */
  readonly script?: boolean;
}

/** Keeps the caller's type inside the operation; outside, every endpoint is of one type. */
export function endpoint<C extends Caller>(definition: Endpoint<C>): Endpoint {
  return definition as unknown as Endpoint;
}

/** Name=value pairs in this order. The values need no encoding, because some clients do not decode. */
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

/** It may run script where the page asks for some. */
export function pageReply(
  page: Html,
  more: Partial<Pick<Reply, "status" | "headers" | "cookies" | "formAction">> = {},
): Reply {
  const body = page.toString();
  return { status: 200, ...more, type: "html", body, script: hasScript(body) };
}

/** 303 and nothing else after a POST: the browser repeats no credentials (RFC 9700 §4.12). */
export function seeOther(location: string, cookies: readonly string[] = []): Reply {
  return { status: 303, type: "none", body: "", headers: { location }, cookies };
}
