/** Our forms may only lead back to our own pages. */
import { hasCredentialShape } from "../../domain/search.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";

/** Pages that can require a sign-in are ours. Anything else that a form was altered to contain is rejected. */
export function isOwnPage(address: string): boolean {
  if (address === anywhere) return true;
  return address.length <= maxPageAddress && (authorization.test(address) || area.test(address));
}

/** Users who asked for no page continue here, and the home page leads them on. */
export const anywhere = "/";

/** These pages redirect to the application's callback if access was granted before. */
export function leadsToApplication(address: string): boolean {
  return authorization.test(address);
}

/** An administrator comes to operate the service. */
export function landing(continueTo: string, { isAdmin }: { readonly isAdmin: boolean }): string {
  if (continueTo !== anywhere) return continueTo;
  return isAdmin ? "/admin" : "/account";
}

/** Choosing a language may lead back to pages that require a sign-in, and to sign-in itself. */
export function isPageToReturnTo(address: string): boolean {
  if (isOwnPage(address) || signInMethod.test(address)) return true;
  const [, wanted] = signingIn.exec(address) ?? [];
  return wanted !== undefined && isOwnPage(new URLSearchParams(`to=${wanted}`).get("to") ?? "");
}

/**
 * Users can come back to this URL. A query is kept if it identifies the page; nothing else that
 * someone wrote into it appears on a page.
 */
export function returnUrl(incoming: Pick<Incoming, "method" | "path" | "query">): string {
  const { method, path } = incoming;
  const named = path.startsWith("/oauth/") || path.startsWith("/sign-in");
  const sent = method === "POST" ? [] : [...queryOf(incoming)];
  const kept = sent
    .filter(([name]) => !named || keptInQueries.includes(name))
    .filter(([name, value]) => name !== "q" || !hasCredentialShape(value));
  const length = kept.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  // Encoding costs more than parsing did, and an address this long is not a page to come back to.
  const query = new URLSearchParams(length > maxPageAddress ? [] : kept);
  const [whole, bare] = [query.size > 0 ? `${path}?${query}` : path, path];
  return [whole, bare].find(isPageToReturnTo) ?? "/account";
}

/** Users set up a second factor there, and then continue. */
export function setUpUrl(continueTo: string): string {
  return `/account/two-step/set-up?continue=${encodeURIComponent(continueTo)}`;
}

const keptInQueries = ["oauth_token", "force_login", "screen_name", "switch_account", "continue"];

export const maxPageAddress = 2000;

/** A link that someone opened is kept when the language changes. */
const signInMethod =
  /^\/(?:sign-in|sign-in\/code|sign-in\/first|sign-up|reset|reset\/password\?token=[A-Za-z0-9]{43})?$/;
const signingIn =
  /^\/sign-(?:in|in\/code|up)\?continue=([A-Za-z0-9%_.~-]*)(?:&invitation=[A-Za-z0-9]{43})?$/;

const authorization = /^\/oauth\/(?:authorize|authenticate)\?[\x21-\x5b\x5d-\x7e]*$/;

/**
 * Queries of these pages only choose part of a list. None has a request token, because a session remembers its own.
 */
const area =
  /^\/(?:account|portal|admin|search|docs)(?:\/[a-z0-9-]+)*(?:\.jsonl)?(?:\?(?!oauth_)[a-z_]+(?:=[A-Za-z0-9%+_.~*-]*)?(?:&(?!oauth_)[a-z_]+(?:=[A-Za-z0-9%+_.~*-]*)?)*)?$/;
