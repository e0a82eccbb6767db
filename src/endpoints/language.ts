import { nobody } from "../authentication/authentication.ts";
import { mayBeOurs } from "../authentication/csrf.ts";
import { formOf } from "../authentication/incoming.ts";
import { languageTagged, setLanguage } from "../authentication/language.ts";
import { endpoint, seeOther } from "../endpoint.ts";
import { errorReply } from "../pages/error-reply.ts";
import { isPageToReturnTo, maxPageAddress } from "../pages/own-page.ts";

/**
 * docs/reference/interface.md §14. This only sets a cookie in the browser that asks, so the form carries no
 * CSRF token: tricking someone into sending it only changes the language of their pages, which they can change
 * back on any page.
 */
export const language = endpoint({
  name: "language",
  paths: ["/language"],
  methods: ["POST"],
  section: "14",
  summary: "Keeps the language that a person chose, and goes back to the page they came from",
  caller: nobody,
  limit: "language",
  reads: [],
  fields: [
    { name: "language", required: true, meaning: "The tag of one of the languages offered." },
    {
      name: "continue",
      required: true,
      // An address can contain an encoded one.
      maxLength: 4 * maxPageAddress,
      meaning: "The page to go back to.",
    },
  ],
  produces: "page",
  operation({ incoming, dependencies, frame }) {
    if (!mayBeOurs(incoming, dependencies)) {
      return errorReply(frame, "forbidden-form");
    }
    const form = formOf(incoming);
    const chosen = languageTagged(form.get("language"));
    const continueTo = form.get("continue") ?? "";
    if (chosen === undefined || !isPageToReturnTo(continueTo)) {
      return errorReply(frame, "bad-request");
    }
    return seeOther(continueTo, [setLanguage(chosen, dependencies)]);
  },
});
