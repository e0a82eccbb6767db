/** Where the service listens and how it is reached, and the checks that this is secure. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { isWithin } from "../tools/passkeys/relying-party.ts";
import { ConfigProblem, type ConfigRow, list, oneOf, type ValuesOf } from "./row.ts";
import { readRanges } from "./trusted-ranges.ts";

export const addressRows = {
  baseUrl: {
    name: "BASE_URL",
    meaning:
      "The public URL of the service. Signatures are verified against it. Must be HTTPS, except for loopback hosts. Default: derived from the TLS settings, the host, and the port.",
    shape: "an HTTPS origin without a path (HTTP for loopback hosts)",
    example: "https://id.example.com",
    default: "",
    read: readOrigin,
  },
  additionalBaseUrls: {
    name: "ADDITIONAL_BASE_URLS",
    meaning: "Additional public URLs. The request's Host header selects one of them.",
    shape: "origins, separated by commas",
    example: "https://api.example.com,https://id.example.net",
    default: "",
    read: (text) => list(text).map(readOrigin),
  },
  host: {
    name: "HOST",
    meaning:
      "The address to listen on. An address that isn't loopback requires TLS_CERT and TLS_KEY, or BASE_URL, because plain HTTP is allowed only on loopback.",
    shape: "an IP address or a host name",
    example: "0.0.0.0",
    default: "127.0.0.1",
    read: readHost,
  },
  port: {
    name: "PORT",
    meaning:
      "The port to listen on. With 0, the system picks a free port, and the `ready` line shows it.",
    shape: "a whole number from 0 to 65535",
    example: "8443",
    default: "8080",
    read: readPort,
  },
  internalHost: {
    name: "INTERNAL_HOST",
    meaning:
      "The internal address, where gateways and APIs verify requests and monitoring reads `/readyz` and `/metrics`.",
    shape: "an IP address or a host name",
    example: "10.0.0.5",
    default: "127.0.0.1",
    read: readHost,
  },
  internalPort: {
    name: "INTERNAL_PORT",
    meaning: "The port of the internal address. `off` turns it off.",
    shape: "a whole number from 0 to 65535, or off",
    example: "off",
    default: "8081",
    read: (text) => (text === "off" ? "off" : readPort(text)),
  },
  tlsCert: {
    name: "TLS_CERT",
    meaning: "The certificate chain, if the service terminates TLS itself.",
    shape: "the path of a PEM file; requires TLS_KEY",
    example: "/etc/countersign/cert.pem",
    default: "",
    read: (text) => resolve(text),
  },
  tlsKey: {
    name: "TLS_KEY",
    meaning: "The private key of the certificate.",
    shape: "the path of a PEM file; requires TLS_CERT",
    example: "/etc/countersign/key.pem",
    default: "",
    read: (text) => resolve(text),
  },
  drainSeconds: {
    name: "DRAIN_SECONDS",
    meaning:
      "How long the service continues to serve after SIGTERM, so that no request is lost behind a load balancer. Meanwhile `/readyz` returns 503, and responses tell proxies to close their connections. Choose more than your load balancer needs to notice. SIGINT (Ctrl-C) skips it. Default: 5 if TRUSTED_PROXIES is set, otherwise 0.",
    shape: "a whole number from 0 to 300",
    example: "10",
    default: "",
    read: readDrainSeconds,
  },
  maxConnections: {
    name: "MAX_CONNECTIONS",
    meaning:
      "How many connections can be open at the same time. At the limit, a new connection replaces the one that has been idle longest; if all are busy, the new one is closed. The internal address has its own connections, as many but at most 1000. The limit on open files (`ulimit -n`) must be at least 1100 higher.",
    shape: "a whole number from 1 to 1000000",
    example: "2000",
    default: "10000",
    read: readMaxConnections,
  },
  passkeyDomain: {
    name: "PASSKEY_DOMAIN",
    meaning:
      "The domain of passkeys (the WebAuthn relying party ID). Passkeys work on base URLs under this domain; other base URLs don't offer them. Default: the host of the base URL. If several base URLs share a parent domain, set it before users add passkeys: those created for another domain stop working.",
    shape: "the host of the base URL, or a domain above it",
    example: "example.com",
    default: "",
    read: readDomain,
  },
  hsts: {
    name: "HSTS",
    meaning:
      "Which hosts the Strict-Transport-Security header covers, for one year. `host`: the host of the base URL. `subdomains` adds includeSubDomains; use it only if every subdomain supports HTTPS, because browsers can't be told to forget it.",
    shape: "host or subdomains",
    example: "subdomains",
    default: "host",
    read: (text) => oneOf(text, ["host", "subdomains"]),
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    meaning:
      "Proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. These headers are ignored from any other IP address. Don't list a range in which anything else runs, because it could claim any client's IP address. Ranges that together trust everyone, such as 0.0.0.0/0, are rejected.",
    shape: "IP addresses or CIDR ranges, separated by commas",
    example: "10.0.0.10,::1",
    default: "",
    read: readRanges,
  },
} as const satisfies Record<string, ConfigRow>;

export type Addresses = Readonly<ReturnType<typeof addressSettings>>;

export function addressSettings({ tlsCert, tlsKey, ...values }: ValuesOf<typeof addressRows>) {
  const { additionalBaseUrls = [], trustedProxies, drainSeconds } = values;
  return {
    ...values,
    additionalBaseUrls,
    trustedProxies: trustedProxies ?? [],
    drainSeconds: drainSeconds ?? (trustedProxies === undefined ? 0 : drainBehindProxy),
    tls: tlsFrom(tlsCert, tlsKey),
  };
}

/** The default is in seconds: longer than load balancers need that poll every second or two. */
const drainBehindProxy = 5;

function tlsFrom(cert: string | undefined, key: string | undefined) {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw new ConfigProblem(
    ["TLS_CERT", "TLS_KEY"],
    "they go together; set both to the paths of PEM files, or neither",
  );
}

/** `localhost` has two addresses, and clients may try either. */
export function addressesOf(host: string): readonly [string, ...string[]] {
  return host === "localhost" ? ["127.0.0.1", "::1"] : [host];
}

/** RFC 5849 §2.1, §2.3 and §3.4.2: the flow over plain http would show every credential to the network. */
export function rejectInsecure(config: Addresses): void {
  const { baseUrl, host, tls } = config;
  if (baseUrl === undefined && tls === undefined && !isLoopbackHost(host)) {
    const where = isWildcard(host) ? `every address of the machine (${host})` : host;
    throw new ConfigProblem(
      ["HOST"],
      `the service would be reached at ${where} over plain HTTP, which only loopback hosts may use; set COUNTERSIGN_BASE_URL to the HTTPS URL that clients use, for example COUNTERSIGN_BASE_URL=https://id.example.com; or, in a container whose port is published to this machine only, to the address that it has there, for example COUNTERSIGN_BASE_URL=http://localhost:8080`,
    );
  }
  const named: [string, string][] = config.additionalBaseUrls.map((origin) => [
    "ADDITIONAL_BASE_URLS",
    origin,
  ]);
  if (baseUrl !== undefined) named.unshift(["BASE_URL", baseUrl]);
  for (const [name, origin] of named) {
    if (origin.startsWith("http:") && !isLoopbackHost(hostOf(origin))) {
      throw new ConfigProblem(
        [name],
        `the base URL ${origin} is plain HTTP, which only loopback hosts may use; make it HTTPS and either set COUNTERSIGN_TLS_CERT and COUNTERSIGN_TLS_KEY, or put a proxy in front of the service and list it in COUNTERSIGN_TRUSTED_PROXIES`,
      );
    }
    // Cookies, pages and the rejection of plain http only depend on the base URL.
    if (origin.startsWith("https:") && !tls && !baseUrl?.startsWith("https:")) {
      throw new ConfigProblem(
        [name],
        `the additional base URL ${origin} is HTTPS, but the base URL isn't; make the HTTPS one COUNTERSIGN_BASE_URL, for example COUNTERSIGN_BASE_URL=${origin}`,
      );
    }
    if (origin.startsWith("https:") && !tls && config.trustedProxies.length === 0) {
      throw new ConfigProblem(
        [name],
        `the base URL ${origin} is HTTPS, but nothing terminates TLS; set COUNTERSIGN_TLS_CERT and COUNTERSIGN_TLS_KEY, or name the proxy that does in COUNTERSIGN_TRUSTED_PROXIES, for example COUNTERSIGN_TRUSTED_PROXIES=127.0.0.1`,
      );
    }
  }
}

/** Browsers only create passkeys for the page's own host or a parent domain (WebAuthn §5.1.3). */
export function rejectPasskeyDomain({ passkeyDomain, baseUrl, host, tls }: Addresses): void {
  if (passkeyDomain === undefined) return;
  const origin = baseUrl ?? ownOrigin({ host, tls }, 0);
  if (isWithin(origin, passkeyDomain)) return;
  throw new ConfigProblem(
    ["PASSKEY_DOMAIN"],
    `the host of the base URL, ${new URL(origin).hostname}, is not below ${passkeyDomain}, so browsers would reject every passkey; set it to the host of COUNTERSIGN_BASE_URL or a domain above it, or leave it unset`,
  );
}

/** A service without a configured base URL has this origin. `readConfig` has already rejected insecure settings. */
export function ownOrigin({ tls, host }: Pick<Addresses, "tls" | "host">, port: number): string {
  const named = isWildcard(host) ? "127.0.0.1" : host;
  const scheme = tls ? "https" : "http";
  return new URL(`${scheme}://${named.includes(":") ? `[${named}]` : named}:${port}`).origin;
}

export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, "");
}

export function readOrigin(text: string): string {
  if (!URL.canParse(text)) throw new Error(`${JSON.stringify(text)} is not a URL`);
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(`${JSON.stringify(text)} is neither HTTPS nor HTTP`);
  }
  if (
    url.pathname !== "/" ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username + url.password !== ""
  ) {
    throw new Error(`${JSON.stringify(text)} has more than a scheme, a host, and a port`);
  }
  return url.origin;
}

/** Browsers write hosts in lower case. */
function readDomain(text: string): string {
  const domain = text.toLowerCase();
  const isName = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,9}$/.test(domain) && isIP(domain) === 0;
  if (!isName) throw new Error(`${JSON.stringify(text)} is not a domain`);
  return domain;
}

function readHost(text: string): string {
  if (isIP(text) === 0 && !/^[A-Za-z0-9._-]{1,253}$/.test(text)) {
    throw new Error(`${JSON.stringify(text)} is neither an IP address nor a host name`);
  }
  return text;
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new Error(`${JSON.stringify(text)} is not a port`);
  }
  return Number(text);
}

function readDrainSeconds(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 300) {
    throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
  }
  return Number(text);
}

function readMaxConnections(text: string): number {
  const most = Number(text);
  if (!/^\d{1,7}$/.test(text) || most < 1 || most > 1_000_000) {
    throw new Error(`${JSON.stringify(text)} is not a number of connections`);
  }
  return most;
}
