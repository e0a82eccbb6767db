/**
 * The address of a website that may be linked to, with its host as ASCII: a host in another script
 * shows as the `xn--` form that it really has. Anything but http and https is no website, so that
 * nobody can hang a `javascript:` link under their name.
 */
export function webAddress(text: string | undefined): WebAddress | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host };
}

type WebAddress = { readonly href: string; readonly host: string };
