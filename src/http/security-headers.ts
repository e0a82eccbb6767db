/** Headers that tell browsers how little a page needs. helmet writes them; this says what they are. */
import type { FastifyHelmetOptions } from "@fastify/helmet";

/** `formAction`: where else a form may lead, because browsers hold the redirect after a form to it as well. */
export function pageHeaders(
  formAction: string | undefined,
  overHttps: boolean,
): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "form-action": formAction === undefined ? ["'self'"] : ["'self'", formAction],
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
  };
}
