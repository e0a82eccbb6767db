import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Reply } from "../../verification/endpoint.ts";

type Policy = Pick<Reply, "formAction" | "script">;
type SetHeaders = ReturnType<typeof helmet>;

/** `formAction` is where else a form may lead, because browsers also apply it to the redirect after a form. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { formAction = [], script = false }: Policy,
): void {
  const name = `${script} ${formAction.join(" ")}`;
  const setHeaders = prepared.get(name) ?? prepare({ formAction, script });
  if (prepared.size < maxPrepared) prepared.set(name, setHeaders);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
}

/** The keys are the values in which pages differ. Reading its options takes helmet longer than setting the headers. */
const prepared = new Map<string, SetHeaders>();
/** Pages differ in the schemes of callbacks, of which there are usually few. */
const maxPrepared = 200;

function prepare({ formAction = [], script }: Policy): SetHeaders {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        ...(script && { "script-src": ["'self'"] }),
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "form-action": ["'self'", ...formAction],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    // Other responses have it too, so it is set elsewhere.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xPoweredBy: false,
  });
}

/** Browsers ignore the header over http, and it must not be remembered for localhost. */
export function transportSecurity(hsts: "host" | "subdomains"): string {
  return hsts === "subdomains" ? "max-age=31536000; includeSubDomains" : "max-age=31536000";
}
