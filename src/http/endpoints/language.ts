import { mayBeOurs } from "../../accounts/csrf.ts";
import { offeredLanguage, setLanguage } from "../../accounts/language.ts";
import { anonymous } from "../../verification/authentication/authentication.ts";
import { formOf } from "../../verification/authentication/incoming.ts";
import { errorReply } from "../browser/error-pages.ts";
import { isPageToReturnTo, maxPageAddress } from "../browser/own-page.ts";
import { endpoint, seeOther } from "../operation/endpoint.ts";

/**
 * docs/reference/interface.md §14. The form carries no CSRF token, because it only sets a cookie:
 * tricking someone into sending it changes nothing but the language of their pages.
 */
export const language = endpoint({
  name: "language",
  paths: ["/language"],
  methods: ["POST"],
  section: "14",
  summary: "Stores the language that the user selected, and redirects back to the page",
  caller: anonymous,
  limit: "language",
  reads: [],
  fields: [
    { name: "language", required: true, meaning: "The tag of one of the languages offered." },
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
    const chosen = offeredLanguage(form.get("language"), dependencies.languages);
    const continueTo = form.get("continue") ?? "";
    if (chosen === undefined || !isPageToReturnTo(continueTo)) {
      return errorReply(frame, "bad-request");
    }
    return seeOther(continueTo, [setLanguage(chosen, dependencies)]);
  },
});
