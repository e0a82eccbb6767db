import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Reply } from "../operation/endpoint.ts";

type Policy = Pick<Reply, "formsLeaveSite" | "script" | "connects">;
type SetHeaders = ReturnType<typeof helmet>;

/**
 * Browsers apply `form-action` to every redirect after a form, also to those of the application's own
 * pages, which may lead into a mobile app. A form that may lead to an application has none, because
 * the user would stay on the page after the verifier was delivered.
 */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { formsLeaveSite = false, script = false, connects = false }: Policy,
): void {
  const name = `${script} ${connects} ${formsLeaveSite}`;
  const setHeaders = prepared.get(name) ?? prepare({ formsLeaveSite, script, connects });
  prepared.set(name, setHeaders);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
}

/** The keys are the values in which pages differ. Reading its options takes helmet longer than setting the headers. */
const prepared = new Map<string, SetHeaders>();

function prepare({ formsLeaveSite, script, connects }: Policy): SetHeaders {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        ...(script && { "script-src": ["'self'"] }),
        ...(connects && { "connect-src": ["'self'"] }),
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        ...(!formsLeaveSite && { "form-action": ["'self'"] }),
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
