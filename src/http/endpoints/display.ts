import { mayBeOurs } from "../../accounts/csrf.ts";
import { setTheme } from "../../accounts/theme.ts";
import { setTimeZone } from "../../accounts/time-zone.ts";
import { isTheme } from "../../domain/theme.ts";
import { isTimeZone } from "../../domain/time-zone.ts";
import { timeZonePage } from "../../pages/views/display.ts";
import { anonymous } from "../../verification/authentication/authentication.ts";
import { formOf, queryOf } from "../../verification/authentication/incoming.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { errorReply } from "../browser/error-pages.ts";
import { isPageToReturnTo, maxPageAddress } from "../browser/own-page.ts";
import { endpoint, pageReply, seeOther } from "../operation/endpoint.ts";

/** docs/reference/interface.md §14. Like `/language`, it only sets cookies, so its forms carry no CSRF token. */
export const display = endpoint({
  name: "display",
  paths: ["/display"],
  methods: ["GET", "POST"],
  section: "14",
  summary:
    "Shows the time zones, stores the theme or the time zone that the user selected, and redirects back to the page",
  caller: anonymous,
  limit: "language",
  reads: [{ name: "continue", required: true, meaning: "The page to return to." }],
  fields: [
    { name: "theme", required: false, meaning: "`light`, `dark`, or `system`." },
    {
      name: "time_zone",
      required: false,
      meaning: "Without `theme`: an IANA name, such as `Europe/Paris`, or `browser`.",
    },
    {
      name: "continue",
      required: true,
      // A URL can contain an encoded one.
      maxLength: 4 * maxPageAddress,
      meaning: "The page to return to.",
    },
  ],
  produces: "page",
  operation({ incoming, dependencies, frame }) {
    const isPost = incoming.method === "POST";
    if (isPost && !mayBeOurs(incoming, dependencies)) return errorReply(frame, "forbidden-form");
    const sent = isPost ? formOf(incoming) : queryOf(incoming);
    const continueTo = sent.get("continue") ?? "";
    if (!isPageToReturnTo(continueTo)) return errorReply(frame, "bad-request");
    if (!isPost) return pageReply(timeZonePage(frame, continueTo));
    const cookie = chosenCookie(sent, dependencies);
    return cookie === undefined ? errorReply(frame, "bad-request") : seeOther(continueTo, [cookie]);
  },
});

function chosenCookie(
  form: { get(name: string): string | null | undefined },
  dependencies: Dependencies,
): string | undefined {
  const theme = form.get("theme") ?? undefined;
  const zone = form.get("time_zone") ?? undefined;
  if (theme === "system") return setTheme(undefined, dependencies);
  if (theme !== undefined) return isTheme(theme) ? setTheme(theme, dependencies) : undefined;
  if (zone === "browser") return setTimeZone(undefined, dependencies);
  return isTimeZone(zone) ? setTimeZone(zone, dependencies) : undefined;
}
