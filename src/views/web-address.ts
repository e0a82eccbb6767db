/**
 * The host is in ASCII, so that another script shows as `xn--`. Only http and https are allowed, so
 * that nobody links to `javascript:`.
 */
export function webAddress(text: string | undefined): WebAddress | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host };
}

type WebAddress = { readonly href: string; readonly host: string };
