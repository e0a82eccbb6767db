import { applicationInvitationMs } from "../../domain/collaborator.ts";
import { type Html, html } from "../html.ts";
import type { Person } from "../person.ts";
import { day } from "../time.ts";

export function waitsUntil({ frame }: Person, at: number): Html {
  const { dates, portal } = frame.texts;
  return html`<small>${portal.collaborators.until} ${day(dates, at + applicationInvitationMs)}</small>`;
}
