/** Splits an origin such as `https://[::1]:8443`. The port may be empty. Any other text is all host. */
export function originParts(origin: string): { scheme: string; host: string; port: string } {
  const [, scheme = "", host = origin, port = ""] =
    /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*?)(?::([0-9]*))?$/.exec(origin) ?? [];
  return { scheme: scheme.toLowerCase(), host, port };
}

export function defaultPort(scheme: string): string {
  return scheme === "http" ? "80" : "443";
}

/** Normalized as in URLs: lower case, without the scheme's default port. */
export function normalOrigin(origin: string): string {
  const { scheme, host, port } = originParts(origin.toLowerCase());
  return port === "" || port === defaultPort(scheme)
    ? `${scheme}://${host}`
    : `${scheme}://${host}:${port}`;
}
