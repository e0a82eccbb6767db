/**
 * Spans for OpenTelemetry, if an SDK was loaded before the service (docs/guide/monitoring.md). Without one, requests
 * have no extra cost. A span names an operation or a store, never an application or a user.
 */
import type { Span } from "@opentelemetry/api";

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Spans {
  /** The span of a request is a child of its `traceparent`. `statusOf` returns the HTTP status of a result. */
  request<T>(
    request: { readonly operation: string; readonly method: string; readonly headers: Headers },
    serve: () => Promise<T>,
    statusOf: (answered: T) => number,
  ): Promise<T>;
  /** Returns the same store, with a span `store.method` for each call made by a request. */
  store<Store extends object>(name: string, store: Store): Store;
  /** The service makes this request. `headers` must be sent with it, so that the trace continues at the other end. */
  sending<T>(
    name: string,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T>;
}

/** Resolves to undefined if no SDK was loaded. */
export async function openSpans(): Promise<Spans | undefined> {
  // The API stores what an SDK registers under this name. Without it, fifty modules need not be loaded.
  if (!(Symbol.for("opentelemetry.js.api.1") in globalThis)) return undefined;
  const api = await import("@opentelemetry/api");
  const { context, ProxyTracerProvider, propagation, SpanKind, trace } = api;
  const provider = trace.getTracerProvider();
  const hasSdk =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(library) !== undefined;
  if (!hasSdk) return undefined;
  const tracer = trace.getTracer(library);
  return {
    request({ operation, method, headers }, serve, statusOf) {
      const parent = propagation.extract(context.active(), headers);
      const attributes = { "http.request.method": method };
      const options = { kind: SpanKind.SERVER, attributes };
      return tracer.startActiveSpan(operation, options, parent, (span) =>
        ended(span, serve, (answered) => {
          const status = statusOf(answered);
          span.setAttribute("http.response.status_code", status);
          // A rejection is not an error; only 5xx is (OpenTelemetry's rule for server spans).
          if (status >= 500) span.setStatus(failed);
        }),
      );
    },
    store(name, store) {
      const methods = Object.entries(store).flatMap(([method, call]) => {
        if (typeof call !== "function") return [];
        const spanned = (...args: unknown[]) => {
          // The service's own work belongs to no request.
          if (trace.getActiveSpan() === undefined) return call(...args);
          return tracer.startActiveSpan(`${name}.${method}`, (span) =>
            endedWith(span, () => call(...args)),
          );
        };
        return [[method, spanned] as const];
      });
      return { ...store, ...Object.fromEntries(methods) };
    },
    sending(name, send) {
      return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT }, (span) => {
        const headers: Record<string, string> = {};
        propagation.inject(context.active(), headers);
        return ended(
          span,
          () => send(headers),
          () => {},
        );
      });
    },
  };
}

const library = "countersign";

/** `SpanStatusCode.ERROR`, which this file does not load. */
const failed = { code: 2 } as const;

async function ended<T>(span: Span, work: () => Promise<T>, done: (value: T) => void): Promise<T> {
  try {
    const value = await work();
    done(value);
    return value;
  } catch (error) {
    span.setStatus(failed);
    throw error;
  } finally {
    span.end();
  }
}

/** Synchronous results stay synchronous. An error's text is left out of the span, because it may name a user. */
function endedWith(span: Span, work: () => unknown): unknown {
  try {
    const value = work();
    if (value instanceof Promise)
      return ended(
        span,
        () => value,
        () => {},
      );
    span.end();
    return value;
  } catch (error) {
    span.setStatus(failed);
    span.end();
    throw error;
  }
}
