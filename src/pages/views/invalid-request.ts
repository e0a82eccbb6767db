import type { InvalidRequestReason } from "../languages/english/consent.ts";
import { actionLink, explanationCard } from "./explanation.ts";
import type { Html } from "./html.ts";
import { type Frame, page } from "./layout.ts";

export type InvalidRequest = {
  readonly frame: Frame;
  readonly reason: InvalidRequestReason;
  /** `desktop` has the page that serves this kind of application. */
  readonly authorizeHref?: string;
};

export function invalidRequestPage({ frame, reason, authorizeHref }: InvalidRequest): Html {
  const texts = frame.texts.invalidRequest;
  const wayOut =
    authorizeHref === undefined ? undefined : actionLink(authorizeHref, texts.continueToAuthorize);
  const explanation = texts[reason];
  return page(frame, {
    title: explanation.happened,
    main: explanationCard(frame, explanation, wayOut),
  });
}
