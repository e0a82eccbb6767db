/** Headers that tell browsers how little a page needs. helmet writes them; this says what they are. */
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Reply } from "../endpoint.ts";

/** `formAction`: where else a form may lead, because browsers hold the redirect after a form to it as well. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { formAction = [], script = false }: Pick<Reply, "formAction" | "script">,
  overHttps: boolean,
): void {
  const setHeaders = helmet({
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
    // On http it would be ignored; and nobody wants it remembered for localhost.
    strictTransportSecurity: overHttps && { maxAge: 31_536_000 },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xPoweredBy: false,
  });
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
}
