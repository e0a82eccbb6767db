/** Which addresses a form of ours may lead back to: pages of ours, and nothing that looks like one. */
import { type Incoming, queryOf } from "../authentication/incoming.ts";

/** A page that asks for sign-in: whatever else a form was altered to name is refused. */
export function isOwnPage(address: string): boolean {
  return address.length <= longest && (authorization.test(address) || area.test(address));
}

/** Where the choice of a language leads back to: the pages that ask for sign-in, and signing in itself. */
export function isPageToReturnTo(address: string): boolean {
  if (isOwnPage(address) || wayIn.test(address)) return true;
  const [, wanted] = signingIn.exec(address) ?? [];
  return wanted !== undefined && isOwnPage(new URLSearchParams(`to=${wanted}`).get("to") ?? "");
}

/**
 * The address of the page that answers this request, as far as it is one to come back to. A query
 * is kept where it says which page it is; what else somebody wrote into it appears on no page.
 */
export function returnAddress(incoming: Pick<Incoming, "method" | "path" | "query">): string {
  const { method, path } = incoming;
  const named = path.startsWith("/oauth/") || path.startsWith("/sign-in");
  const sent = method === "GET" ? [...queryOf(incoming)] : [];
  const kept = sent.filter(([name]) => !named || keptInQueries.includes(name));
  const length = kept.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  // Encoding costs more than reading did; one so long is not a page to come back to anyway.
  const query = new URLSearchParams(length > longest ? [] : kept);
  const [whole, bare] = [query.size > 0 ? `${path}?${query}` : path, path];
  return [whole, bare].find(isPageToReturnTo) ?? "/account";
}

const keptInQueries = ["oauth_token", "force_login", "screen_name", "switch_account", "continue"];

const longest = 2000;

/** Where people are who are not signed in; a link that somebody opened stays theirs in another language. */
const wayIn =
  /^\/(?:sign-in|sign-in\/code|sign-in\/first|sign-up|reset|reset\/password\?token=[A-Za-z0-9]{43})?$/;
const signingIn =
  /^\/sign-(?:in|in\/code|up)\?continue=([A-Za-z0-9%_.~-]*)(?:&invitation=[A-Za-z0-9]{43})?$/;

const authorization = /^\/oauth\/(?:authorize|authenticate)\?[\x21-\x5b\x5d-\x7e]*$/;

/**
 * The pages of the account, the portal and the operators. Their queries say which part of a list is
 * shown; none names a request token, because a session remembers the one that it was opened for.
 */
const area =
  /^\/(?:account|portal|admin)(?:\/[a-z0-9-]+)*(?:\.jsonl)?(?:\?(?!oauth_)[a-z_]+(?:=[A-Za-z0-9%+_.~*-]*)?(?:&(?!oauth_)[a-z_]+(?:=[A-Za-z0-9%+_.~*-]*)?)*)?$/;
