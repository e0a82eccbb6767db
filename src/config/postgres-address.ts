/** A URL for libpq can name several hosts, and `sslmode` sets how TLS is used. */
export interface PostgresAddress {
  /** A URL for each host, in the order in which they are tried. */
  readonly hosts: readonly [string, ...string[]];
  /** Messages and logs have hosts and database, without user and password. */
  readonly name: string;
}

/** Throws an Error that describes the problem and never contains the password. */
export function postgresAddress(url: string): PostgresAddress {
  const [whole, user = "", named = "", database = "", query = ""] = shape.exec(url) ?? [];
  if (whole === undefined) {
    throw new Error("it is not the URL of a PostgreSQL database");
  }
  const parameters = new URLSearchParams(query);
  const hosts = named.split(",");
  const wrong = hosts.find((host) => !URL.canParse(`postgres://${host}`));
  if (wrong !== undefined) throw new Error(`${wrong} is not a host with a port up to 65535`);
  // The driver connects to this host and ignores the one before the path. A value that begins with / is a
  // socket on this machine.
  if (parameters.getAll("host").some((host) => !host.startsWith("/"))) {
    throw new Error("the parameter host is only for a socket; write the host before the path");
  }
  const mode = parameters.get("sslmode");
  if (mode === null) {
    if (!hosts.every(isLoopback)) {
      throw new Error(`sslmode is missing: add one of ${sslModes.join(", ")}`);
    }
  } else if (!sslModes.includes(mode)) {
    throw new Error(`sslmode must be one of ${sslModes.join(", ")}`);
  }
  // `require` and the others mean what they mean to libpq.
  if (mode !== null) parameters.set("uselibpqcompat", "true");
  const more = [...parameters].length === 0 ? "" : `?${parameters}`;
  const [first = "", ...others] = hosts.map(
    (host) => `postgres://${user}${host}${database}${more}`,
  );
  return { hosts: [first, ...others], name: `postgres://${named}${database}` };
}

const shape =
  /^postgres(?:ql)?:\/\/([^@/?#]*@)?((?:\[[0-9a-fA-F:]+\]|[^\s@/?#:,[\]]+)(?::\d+)?(?:,(?:\[[0-9a-fA-F:]+\]|[^\s@/?#:,[\]]+)(?::\d+)?)*)(\/[^?#]+)(?:\?([^#]*))?$/;

/** `allow` and `prefer` are missing on purpose: an attacker in between can make them continue without TLS. */
const sslModes: readonly string[] = ["disable", "require", "verify-ca", "verify-full"];

function isLoopback(host: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(host);
}
