import { mayBeOurs } from "../../accounts/csrf.ts";
import { setTheme } from "../../accounts/theme.ts";
import { isTheme } from "../../domain/theme.ts";
import { anonymous } from "../../verification/authentication/authentication.ts";
import { formOf } from "../../verification/authentication/incoming.ts";
import { errorReply } from "../browser/error-pages.ts";
import { isPageToReturnTo, maxPageAddress } from "../browser/own-page.ts";
import { endpoint, seeOther } from "../operation/endpoint.ts";

/** docs/reference/interface.md §14. Like `/language`, it only sets a cookie, so its form carries no CSRF token. */
export const display = endpoint({
  name: "display",
  paths: ["/display"],
  methods: ["POST"],
  section: "14",
  summary: "Stores the theme that the user selected, and redirects back to the page",
  caller: anonymous,
  limit: "language",
  reads: [],
  fields: [
    { name: "theme", required: true, meaning: "`light`, `dark`, or `system`." },
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
    if (!mayBeOurs(incoming, dependencies)) {
      return errorReply(frame, "forbidden-form");
    }
    const form = formOf(incoming);
    const chosen = form.get("theme");
    const continueTo = form.get("continue") ?? "";
    if (!(isTheme(chosen) || chosen === "system") || !isPageToReturnTo(continueTo)) {
      return errorReply(frame, "bad-request");
    }
    const theme = chosen === "system" ? undefined : chosen;
    return seeOther(continueTo, [setTheme(theme, dependencies)]);
  },
});
