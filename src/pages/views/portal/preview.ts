import { type Application, linksOf, showsAnother } from "../../../domain/application.ts";
import { callbackDestination, callbackProblem } from "../../../domain/callback.ts";
import { applicationFields } from "../../../domain/fields/application.ts";
import { type Asked, type Destination, inertConsent, warningsOf } from "../consent.ts";
import { type Html, html, needing } from "../html.ts";
import type { Viewer } from "../viewer.ts";
import type { TypedDraft } from "./draft-fields.ts";

/** What a preview shows besides the draft. */
export type Previewed = Pick<Asked["application"], "id" | "icon" | "isNew" | "changedRecently"> & {
  readonly ownerScreenName: string;
  /** It is the user who is asked. */
  readonly userId: string;
  /** An application that exists; a draft that creates one has the mark of its form instead. */
  readonly of?: Pick<Application, "id" | "name" | "website">;
};

/**
 * The consent page as users will see it: beside the form where there is room, otherwise folded under it. Nothing in it
 * can be pressed, and those who hear the page hear its warnings. The script `preview` keeps it as what is typed.
 */
export function consentPreview(viewer: Viewer, draft: TypedDraft, previewed: Previewed): Html {
  const { preview: texts } = viewer.frame.texts.portal;
  const asked = askedBy(viewer, draft, previewed);
  const warned = warningsOf(asked).map(({ what }) => what);
  const markup = html`<section class="asked" aria-label="${texts.title}" data-preview="/portal/preview" data-fields="${fieldsShown.join(" ")}"${previewed.of && html` data-application="${previewed.of.id}"`}>
<p class="quiet" role="status">${warned.length > 0 && [texts.warned, ...warned].join(" ")}</p>
<details>
<summary>${texts.title}</summary>
<div inert>
${inertConsent(asked)}
</div>
</details>
</section>`;
  return needing("preview", markup);
}

/** The form has more. */
export const fieldsShown = [
  "name",
  "access",
  "callbacks",
  "description",
  "website",
  "terms_url",
  "privacy_url",
  "support_url",
  "request_email",
  "creation",
] as const;

function askedBy({ frame, screenName }: Viewer, draft: TypedDraft, previewed: Previewed): Asked {
  const { id, icon, isNew, changedRecently = false, ownerScreenName, userId, of } = previewed;
  const { website, access = "read", requestEmail } = draft;
  // What is too long can't be saved, and the form shows all of it.
  const name =
    draft.name.slice(0, applicationFields.name.max) || frame.texts.portal.preview.unnamed;
  const description = draft.description.slice(0, applicationFields.description.max);
  return {
    frame,
    application: {
      ...{ id, name, ownerScreenName, description, website, icon, isNew },
      links: linksOf(draft),
      changedRecently: changedRecently || (of !== undefined && showsAnother(of, draft)),
    },
    user: { id: userId, screenName },
    access,
    requestEmail,
    destination: destinationOf(draft),
    switchHref: frame.here,
    accountHref: frame.here,
  };
}

/** The first callback that may be registered stands for all. */
function destinationOf({ callbacks }: TypedDraft): Destination {
  const lines = callbacks.split(/[\r\n]+/).map((line) => line.trim());
  const first = lines.find((line) => line !== "" && callbackProblem(line) === undefined);
  return first === undefined ? { kind: "pin" } : callbackDestination(first);
}
