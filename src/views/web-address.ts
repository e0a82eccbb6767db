/**
 * The URL of a website that may be linked, with its host in ASCII, so that a host in another script shows as
 * `xn--`. Only http and https are allowed, so that nobody can put a `javascript:` link under their name.
 */
export function webAddress(text: string | undefined): WebAddress | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host };
}

type WebAddress = { readonly href: string; readonly host: string };
