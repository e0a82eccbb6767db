/** A form may create something only once (docs/adr/0012-a-secret-in-the-response.md). */
import { mintLinkSecret, type TokenDigest, tokenDigest } from "../../domain/credentials.ts";
import type { LinkPurpose } from "../../domain/one-time-link.ts";
import type { Form, ViewerCall } from "./viewer-call.ts";

/** The encrypted id of what a form will create is for this user, so that only we choose ids. */
export function sealId(
  { dependencies, session }: ViewerCall,
  purpose: Purpose,
  id: string,
): string {
  const value = `${session.userId} ${id}`;
  return `${id}.${dependencies.keys.digest({ purpose, value })}`;
}

/** Only what we encrypted for this user opens. */
export function sealedId(
  { dependencies, session }: ViewerCall,
  purpose: Purpose,
  form: Form,
): string | undefined {
  const [, id = "", digest = ""] = /^(\w+)\.(.+)$/.exec(form.get("creation") ?? "") ?? [];
  const value = `${session.userId} ${id}`;
  const ours = dependencies.keys.digestMatches({ purpose, value }, digest);
  return ours ? id : undefined;
}

type Purpose = "application-creation" | "link-creation";

export function linkCreation(call: ViewerCall): string {
  return sealId(call, "link-creation", mintLinkSecret(call.dependencies.random).reveal());
}

/** The database knows the form that creates a link by this digest. Returns undefined if it is not ours. */
export function linkForm(
  call: ViewerCall,
  form: Form,
  purpose: LinkPurpose,
): TokenDigest | undefined {
  const id = sealedId(call, "link-creation", form);
  return id === undefined ? undefined : tokenDigest(`${purpose} ${id}`);
}
