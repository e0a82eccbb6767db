/** Forms that create something once, however often they are sent (docs/adr/0012-a-secret-in-the-answer.md). */
import { mintLinkSecret, type TokenDigest, tokenDigest } from "../domain/credentials.ts";
import type { LinkPurpose } from "../domain/one-time-link.ts";
import type { Form, PersonCall } from "./person-call.ts";

/** Chooses and encrypts the id of what a form will create, for this person, so that only we choose ids. */
export function sealId(
  { dependencies, session }: PersonCall,
  purpose: Purpose,
  id: string,
): string {
  const value = `${session.userId} ${id}`;
  return `${id}.${dependencies.keys.digest({ purpose, value })}`;
}

/** Undefined unless we encrypted it for this person. */
export function sealedId(
  { dependencies, session }: PersonCall,
  purpose: Purpose,
  form: Form,
): string | undefined {
  const [, id = "", digest = ""] = /^(\w+)\.(.+)$/.exec(form.get("creation") ?? "") ?? [];
  const value = `${session.userId} ${id}`;
  const ours = dependencies.keys.digestMatches({ purpose, value }, digest);
  return ours ? id : undefined;
}

type Purpose = "application-creation" | "link-creation";

/** For the forms of a page that make links. */
export function linkCreation(call: PersonCall): string {
  return sealId(call, "link-creation", mintLinkSecret(call.dependencies.random).reveal());
}

/**
 * The digest by which the ledger knows the form that creates a link of this purpose. Undefined if the form is
 * not ours.
 */
export function linkForm(
  call: PersonCall,
  form: Form,
  purpose: LinkPurpose,
): TokenDigest | undefined {
  const id = sealedId(call, "link-creation", form);
  return id === undefined ? undefined : tokenDigest(`${purpose} ${id}`);
}
