/** A routed request runs its operation or is rejected. Both outcomes are sent and reported. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { mayBeOurs } from "../../accounts/csrf.ts";
import { languageAsked, languageOf, setLanguage } from "../../accounts/language.ts";
import { themeOf } from "../../accounts/theme.ts";
import { timeZoneOf } from "../../accounts/time-zone.ts";
import { RequestError } from "../../domain/errors.ts";
import type { OfferedLanguages } from "../../domain/language-tags.ts";
import { languages } from "../../pages/languages/languages.ts";
import { textsIn } from "../../pages/languages/zoned.ts";
import type { Frame } from "../../pages/views/layout.ts";
import type { Spans } from "../../tools/spans.ts";
import { formPairsOf, type Incoming } from "../../verification/authentication/incoming.ts";
import { asRequestError, errorJson } from "../../verification/error-response.ts";
import { type Outcome, runOperation } from "../../verification/run-operation.ts";
import { returnUrl } from "../browser/own-page.ts";
import type { PublicDependencies } from "../operation/endpoint.ts";
import {
  type Endpoint,
  fieldNamed,
  type PathParameters,
  type Reply,
  secretFieldsOf,
} from "../operation/endpoint.ts";
import { rejectionReply } from "../operation/rejection-reply.ts";
import { newRequestId, readIncoming } from "./incoming.ts";
import type { SendReply } from "./send-reply.ts";
import { trustedProxies } from "./trusted-proxies.ts";

export type Served = (
  incoming: Incoming,
  endpoint: string,
  status: number,
  rejection: RequestError | undefined,
  took: number,
) => void;

/** A test server puts this before operations: it can reject a request, delay it or cut its connection. */
export interface Interceptor {
  /** Called before anything is checked. If it resolves to undefined, the operation runs. It may take any time. */
  before(incoming: Incoming, endpoint: Endpoint): Promise<RequestError | "cut" | undefined>;
  /** Called after every response; `endpoint` is `none` if no operation has the path. */
  answered(
    incoming: Incoming,
    endpoint: string,
    status: number,
    rejection: RequestError | undefined,
  ): void;
}

export interface ServingParts {
  readonly endpoints: readonly Endpoint[];
  readonly dependencies: PublicDependencies;
  readonly frame: CommonFrame;
  readonly served: Served;
  /** Called, instead of `served`, for a program's request that was rejected because too many were in progress. */
  readonly turnedAway: () => void;
  readonly interceptor: Interceptor | undefined;
  readonly spans: Spans | undefined;
}

type CommonFrame = Omit<Frame, "texts" | "here">;

export interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body?: Buffer;
  readonly endpoint: Endpoint | undefined;
  readonly parameters: PathParameters | undefined;
}

export interface Serving {
  receive(arrived: Arrived): Incoming;
  /** Runs the operation, unless too many are in progress. */
  serve(arrived: Arrived, endpoint: Endpoint): Promise<void> | void;
  /** `error` is what was thrown, usually a rejection. */
  reject(arrived: Arrived, error: unknown): void;
}

/**
 * The max number of requests of programs in progress: two full commits. More are rejected before they are
 * looked at, so that waiting times stay bounded. Pages are not counted, so that users can sign in while
 * programs wait. docs/adr/0027-more-than-can-be-served.md has the measurements.
 */
export const maxInHand = 512;
const overCapacity = new RequestError("overCapacity");

export function serveRequests(parts: ServingParts, send: SendReply): Serving {
  const { dependencies, served } = parts;
  const proxies = trustedProxies(dependencies.config.trustedProxies);
  const frameFor = framesFor(parts.frame, parts.endpoints, parts.dependencies.languages);
  let inHand = 0;

  return { receive, serve, reject };

  function receive({ request, body, endpoint }: Arrived): Incoming {
    const fields = endpoint?.produces === "page" ? endpoint.fields : undefined;
    return readIncoming(request, body, proxies, newRequestId(), fields);
  }

  function serve(arrived: Arrived, endpoint: Endpoint): Promise<void> | void {
    const { produces } = endpoint;
    if (produces === "page" || produces === "asset") return serveNow(arrived, endpoint);
    if (inHand >= maxInHand) {
      parts.turnedAway();
      const { authorization } = arrived.request.headers;
      send(arrived.response, errorJson(overCapacity, authorization, "", endpoint));
      return;
    }
    return serveInHand(arrived, endpoint);
  }

  async function serveInHand(arrived: Arrived, endpoint: Endpoint): Promise<void> {
    inHand += 1;
    try {
      await serveNow(arrived, endpoint);
    } finally {
      inHand -= 1;
    }
  }

  async function serveNow(arrived: Arrived, endpoint: Endpoint): Promise<void> {
    const began = performance.now();
    const incoming = receive(arrived);
    if (parts.interceptor !== undefined) {
      const staged = await parts.interceptor.before(incoming, endpoint);
      if (staged === "cut") {
        arrived.request.destroy();
        return;
      }
      if (staged !== undefined) return reject(arrived, staged);
    }
    const frame = frameFor(incoming, endpoint);
    const { parameters = {} } = arrived;
    const run = () =>
      runOperation(incoming, endpoint, dependencies, (caller) =>
        endpoint.operation({ caller, incoming, parameters, dependencies, frame }),
      );
    const { method, headers } = incoming;
    const outcome = await (parts.spans === undefined
      ? run()
      : parts.spans.request({ operation: endpoint.name, method, headers }, run, statusOf));
    const { rejection, quota, sunset } = outcome;
    const reply =
      rejection === undefined
        ? outcome.result
        : rejected(rejection, outcome.headers, incoming, endpoint);
    const took = performance.now() - began;
    served(incoming, endpoint.name, reply.status, rejection, took);
    const sent = inAskedLanguage(incoming, endpoint, reply, dependencies);
    send(arrived.response, sent, quota, sunset);
  }

  function reject(arrived: Arrived, error: unknown): void {
    const { endpoint } = arrived;
    const incoming = receive(arrived);
    const rejection = asRequestError(error, incoming.id);
    served(incoming, endpoint?.name ?? "none", rejection.row.status, rejection, 0);
    send(arrived.response, rejected(rejection, {}, incoming, endpoint));
  }

  function rejected(
    rejection: RequestError,
    headers: Readonly<Record<string, string>>,
    incoming: Incoming,
    endpoint: Endpoint | undefined,
  ): Reply {
    const [realm] = dependencies.origins;
    const frame = frameFor(incoming, endpoint);
    const reply = rejectionReply(rejection, incoming, realm, endpoint, frame);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
}

function statusOf(outcome: Outcome<Reply>): number {
  const { rejection } = outcome;
  return rejection === undefined ? outcome.result.status : rejection.row.status;
}

/** Operations for programs have no language, so they skip choosing one. */
function framesFor(
  common: CommonFrame,
  endpoints: readonly Endpoint[],
  offered: OfferedLanguages,
): (incoming: Incoming, endpoint: Endpoint | undefined) => Frame {
  const secretFields = secretFieldsOf(endpoints);
  const plainFrame = { ...common, texts: languages[offered[0]], here: "/" };
  return function frameFor(incoming, endpoint) {
    if (endpoint?.produces !== "page") return plainFrame;
    const frame = {
      ...common,
      texts: textsIn(languages[languageOf(incoming, offered)], timeZoneOf(incoming)),
      here: returnUrl(incoming),
      theme: themeOf(incoming),
    };
    if (incoming.method !== "POST") return frame;
    // Fields that the form does not have are never shown.
    const isShown = (name: string) =>
      fieldNamed(endpoint.fields ?? [], name) !== undefined && !secretFields.has(name);
    const fields = () =>
      formPairsOf(incoming).filter(([name]) => isShown(name) && name !== "language");
    return { ...frame, sent: { path: incoming.path, fields } };
  };
}

/** Viewing a rejected form's page in another language sets the language for all pages. */
function inAskedLanguage(
  incoming: Incoming,
  endpoint: Endpoint,
  replied: Reply,
  dependencies: PublicDependencies,
): Reply {
  const tag =
    endpoint.produces === "page" ? languageAsked(incoming, dependencies.languages) : undefined;
  if (tag === undefined || !mayBeOurs(incoming, dependencies)) return replied;
  return { ...replied, cookies: [...(replied.cookies ?? []), setLanguage(tag, dependencies)] };
}
