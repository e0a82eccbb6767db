/** Headers that tell browsers how little a page needs. helmet writes them; this says what they are. */
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Reply } from "../endpoint.ts";

type Policy = Pick<Reply, "formAction" | "script">;
type SetHeaders = ReturnType<typeof helmet>;

/** `formAction`: where else a form may lead, because browsers hold the redirect after a form to it as well. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { formAction = [], script = false }: Policy,
): void {
  const name = `${script} ${formAction.join(" ")}`;
  const setHeaders = prepared.get(name) ?? prepare({ formAction, script });
  if (prepared.size < mostPrepared) prepared.set(name, setHeaders);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
}

/** By what pages differ in. helmet takes longer to read its options than to set the headers. */
const prepared = new Map<string, SetHeaders>();
/** Pages differ in the schemes of callbacks, which are few; the bound is for a service that has very many of them. */
const mostPrepared = 200;

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
    // Not pages alone have it.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xPoweredBy: false,
  });
}

/** What `Strict-Transport-Security` says over https. On http it would be ignored, and nobody wants it remembered for localhost. */
export function transportSecurity(hsts: "host" | "subdomains"): string {
  return hsts === "subdomains" ? "max-age=31536000; includeSubDomains" : "max-age=31536000";
}
