/**
 * The configuration: one table. `docs/reference/config.md` and `countersign config` are printed from
 * it, and `readConfig` reads by it.
 */
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { defaultRateLimits, type LimitName, limits, type RateLimits } from "./domain/limits.ts";
import { type KeysFrom, keysShape, parseKeys } from "./keys/key-sources.ts";

export interface Config {
  /** An origin; undefined: made from TLS, host and the bound port. */
  readonly baseUrl: string | undefined;
  readonly additionalBaseUrls: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly internalHost: string;
  readonly internalPort: number | "off";
  readonly dataDir: string;
  /** The path of the ledger's file, or `:memory:`. */
  readonly database: string;
  readonly keys: KeysFrom;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly trustedProxies: readonly string[];
  readonly rateLimits: RateLimits;
  readonly logLevel: LogLevel;
  readonly compat: ReadonlySet<Compat>;
  readonly serviceName: string;
}

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const compats = ["empty-token-secret", "basic-invalidate"] as const;
export type Compat = (typeof compats)[number];

export interface ConfigRow {
  /** Without the prefix `COUNTERSIGN_`. */
  readonly name: string;
  readonly meaning: string;
  readonly shape: string;
  readonly example: string;
  /** As it is written in the reference; empty: unset. */
  readonly default: string;
  /** Throws an Error whose message says what is wrong with the value. */
  readonly read: (text: string) => unknown;
  readonly secret?: true;
}

export const configPrefix = "COUNTERSIGN_";

export const configTable = {
  baseUrl: {
    name: "BASE_URL",
    meaning:
      "The address under which browsers and clients reach the service; signatures are verified against it. Must be https, but for loopback hosts. Unset: made from TLS, host and the bound port.",
    shape: "an https origin without a path (http for loopback hosts)",
    example: "https://id.example.com",
    default: "",
    read: readOrigin,
  },
  additionalBaseUrls: {
    name: "ADDITIONAL_BASE_URLS",
    meaning: "Further addresses of the service; a request's Host header chooses among them all.",
    shape: "origins, separated by commas",
    example: "https://api.example.com,https://id.example.net",
    default: "",
    read: (text) => list(text).map(readOrigin),
  },
  host: {
    name: "HOST",
    meaning: "The address that the service listens on.",
    shape: "an IP address or a host name",
    example: "0.0.0.0",
    default: "127.0.0.1",
    read: readHost,
  },
  port: {
    name: "PORT",
    meaning: "The port that the service listens on; 0 takes a free one, and `ready` says which.",
    shape: "a whole number from 0 to 65535",
    example: "8443",
    default: "8080",
    read: readPort,
  },
  internalHost: {
    name: "INTERNAL_HOST",
    meaning: "The private address of the operators' surface (`/healthz`).",
    shape: "an IP address or a host name",
    example: "10.0.0.5",
    default: "127.0.0.1",
    read: readHost,
  },
  internalPort: {
    name: "INTERNAL_PORT",
    meaning: "The port of the operators' surface; `off` where it is not wanted.",
    shape: "a whole number from 0 to 65535, or off",
    example: "off",
    default: "8081",
    read: (text) => (text === "off" ? "off" : readPort(text)),
  },
  dataDir: {
    name: "DATA_DIR",
    meaning:
      "The directory of the ledger, the key ring and the replay journal. One server at a time.",
    shape: "a path",
    example: "/var/lib/countersign",
    default: "./data",
    read: (text) => resolve(text),
  },
  database: {
    name: "DATABASE_URL",
    meaning:
      "Where the ledger is kept. Unset: `countersign.db` in the data directory. `sqlite::memory:` keeps nothing.",
    shape: "sqlite: and a path",
    example: "sqlite:/var/lib/countersign/ledger.db",
    default: "",
    read: readDatabase,
  },
  givenKeys: {
    name: "KEYS",
    meaning:
      "The key ring that encrypts the secrets at rest. Unset: a file that the first start makes.",
    shape: keysShape,
    example: "k1:c2l4dGVlbiBieXRlcywgdHdpY2UgdGhpcnR5dHdvISE=",
    default: "",
    read: (text) => {
      parseKeys(text);
      return text;
    },
    secret: true,
  },
  keysFile: {
    name: "KEYS_FILE",
    meaning:
      "A file that holds the key ring, readable by its owner alone; the service does not write it. Unset: `keys` in the data directory.",
    shape: "a path",
    example: "/run/secrets/countersign-keys",
    default: "",
    read: (text) => resolve(text),
  },
  tlsCert: {
    name: "TLS_CERT",
    meaning: "The certificate chain with which the service speaks TLS itself.",
    shape: "the path of a PEM file; TLS_KEY goes with it",
    example: "/etc/countersign/cert.pem",
    default: "",
    read: (text) => resolve(text),
  },
  tlsKey: {
    name: "TLS_KEY",
    meaning: "The private key of the certificate.",
    shape: "the path of a PEM file; TLS_CERT goes with it",
    example: "/etc/countersign/key.pem",
    default: "",
    read: (text) => resolve(text),
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    meaning:
      "Who may say by X-Forwarded-For and X-Forwarded-Proto where a request came from. From anybody else these headers are ignored.",
    shape: "IP addresses or CIDR ranges, separated by commas",
    example: "10.0.0.0/8,::1",
    default: "",
    read: (text) => list(text).map(readRange),
  },
  rateLimits: {
    name: "RATE_LIMITS",
    meaning: "`off` for load tests, or other limits per operation and 15 minutes than the table's.",
    shape: "off, or operation=limit, separated by commas",
    example: "oauth/request_token=5000,oauth2/token=100",
    default: "",
    read: readRateLimits,
  },
  logLevel: {
    name: "LOG_LEVEL",
    meaning: "From which level on the log on standard error speaks.",
    shape: logLevels.join(", "),
    example: "warn",
    default: "info",
    read: (text) => oneOf(text, logLevels),
  },
  compat: {
    name: "COMPAT",
    meaning:
      "Exceptions for clients that cannot do better. `empty-token-secret` accepts an oauth/access_token request signed without the token secret: the exchange then rests on the consumer secret and the verifier alone. `basic-invalidate` accepts the application's Basic credentials at oauth2/invalidate_token: whoever holds the consumer secret may then revoke the bearer token, not the owner alone.",
    shape: `${compats.join(", ")}, separated by commas`,
    example: "empty-token-secret",
    default: "",
    read: (text) => new Set(list(text).map((one) => oneOf(one, compats))),
  },
  serviceName: {
    name: "SERVICE_NAME",
    meaning: "The name of the service on its pages.",
    shape: "1 to 50 characters",
    example: "Example ID",
    default: "Countersign",
    read: (text) => {
      if ([...text].length > 50) throw new Error("it has more than 50 characters");
      return text;
    },
  },
} as const satisfies Record<string, ConfigRow>;

/** A configuration that cannot be used; the message names the variable, the shape of its value and an example. */
export class ConfigProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigProblem";
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the `COUNTERSIGN_` variables; an empty one counts as unset. Throws `ConfigProblem`. `warn` hears of what was ignored. */
export function readConfig(environment: Environment, warn: (message: string) => void): Config {
  const given = ourVariables(environment, warn);
  const values = Object.fromEntries(
    Object.entries(configTable).map(([key, row]) => [key, readRow(row, given.get(row.name))]),
  ) as unknown as ConfigValues;
  const { givenKeys, keysFile, tlsCert, tlsKey, ...rest } = values;
  if (givenKeys !== undefined && keysFile !== undefined) {
    throw new ConfigProblem(
      "COUNTERSIGN_KEYS and COUNTERSIGN_KEYS_FILE are both set; unset one of them",
    );
  }
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new ConfigProblem(
      "COUNTERSIGN_TLS_CERT and COUNTERSIGN_TLS_KEY go together; set both to the paths of PEM files, or neither",
    );
  }
  const config: Config = {
    ...rest,
    additionalBaseUrls: rest.additionalBaseUrls ?? [],
    trustedProxies: rest.trustedProxies ?? [],
    compat: rest.compat ?? new Set(),
    rateLimits: rest.rateLimits ?? defaultRateLimits(),
    database: rest.database ?? join(rest.dataDir, "countersign.db"),
    keys:
      givenKeys === undefined
        ? { file: keysFile ?? join(rest.dataDir, "keys") }
        : { given: givenKeys },
    tls: tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey },
  };
  refuseInsecure(config);
  return config;
}

/** Whether the key ring is a file of the service's own, which it makes and `keys rotate` may write. */
export function ownsKeyFile(config: Config): boolean {
  return "file" in config.keys && config.keys.file === join(config.dataDir, "keys");
}

export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Without the brackets of an IPv6 address. */
function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, "");
}

interface ConfigValues
  extends Pick<
    Config,
    | "baseUrl"
    | "host"
    | "port"
    | "internalHost"
    | "internalPort"
    | "dataDir"
    | "logLevel"
    | "serviceName"
  > {
  readonly additionalBaseUrls: readonly string[] | undefined;
  readonly trustedProxies: readonly string[] | undefined;
  readonly compat: ReadonlySet<Compat> | undefined;
  readonly rateLimits: RateLimits | undefined;
  readonly database: string | undefined;
  readonly givenKeys: string | undefined;
  readonly keysFile: string | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
}

/**
 * Orchestrators put variables of their own beside ours for a service that is called countersign
 * (`COUNTERSIGN_PORT=tcp://…`); those are ignored. Any other unknown name is most likely a slip.
 */
function ourVariables(
  environment: Environment,
  warn: (message: string) => void,
): ReadonlyMap<string, string> {
  const known = new Set<string>(Object.values(configTable).map((row) => row.name));
  const ours = new Map<string, string>();
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(configPrefix) || value === undefined || value === "") continue;
    const name = variable.slice(configPrefix.length);
    if (isServiceLink(name, value)) {
      warn(`${variable} is ignored: it looks like an orchestrator's service link`);
    } else if (known.has(name)) {
      ours.set(name, value);
    } else {
      throw new ConfigProblem(
        `${variable} is not a variable of Countersign; \`countersign config\` lists them all`,
      );
    }
  }
  return ours;
}

/** `name` without the prefix. */
export function isServiceLink(name: string, value: string): boolean {
  return (
    /(^|_)SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/.test(name) ||
    /(^|_)PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (/(^|_)PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value))
  );
}

function readRow(row: ConfigRow, given: string | undefined): unknown {
  const text = given ?? row.default;
  if (text === "") return undefined;
  try {
    return row.read(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigProblem(
      `${configPrefix}${row.name}: ${problem}. It takes ${row.shape}; for example ${configPrefix}${row.name}=${row.example}`,
    );
  }
}

/** RFC 5849 §2.1, §2.3 and §3.4.2: the flow over plain http would show every credential to the network. */
function refuseInsecure(config: Config): void {
  const { baseUrl, host, tls } = config;
  if (baseUrl === undefined && tls === undefined && !isWildcard(host) && !isLoopbackHost(host)) {
    throw new ConfigProblem(
      `the service would be reached at ${host} over plain http, which only loopback hosts may use; set COUNTERSIGN_BASE_URL to the https address that clients use, for example COUNTERSIGN_BASE_URL=https://id.example.com`,
    );
  }
  for (const origin of [config.baseUrl, ...config.additionalBaseUrls]) {
    if (origin?.startsWith("http:") && !isLoopbackHost(hostOf(origin))) {
      throw new ConfigProblem(
        `the base URL ${origin} is plain http, which only loopback hosts may use; make it https and either set COUNTERSIGN_TLS_CERT and COUNTERSIGN_TLS_KEY, or put a proxy before the service and name it in COUNTERSIGN_TRUSTED_PROXIES`,
      );
    }
    // Cookies, pages and the refusal of plain http go by the base URL alone.
    if (origin?.startsWith("https:") && !tls && !baseUrl?.startsWith("https:")) {
      throw new ConfigProblem(
        `the additional base URL ${origin} is https, but the base URL is not; make the https one COUNTERSIGN_BASE_URL, for example COUNTERSIGN_BASE_URL=${origin}`,
      );
    }
    if (origin?.startsWith("https:") && !tls && config.trustedProxies.length === 0) {
      throw new ConfigProblem(
        `the base URL ${origin} is https, but nobody speaks TLS; set COUNTERSIGN_TLS_CERT and COUNTERSIGN_TLS_KEY, or name the proxy that does in COUNTERSIGN_TRUSTED_PROXIES, for example COUNTERSIGN_TRUSTED_PROXIES=127.0.0.1`,
      );
    }
  }
}

/** A host that means every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function readOrigin(text: string): string {
  if (!URL.canParse(text)) throw new Error(`${JSON.stringify(text)} is not a URL`);
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(`${JSON.stringify(text)} is neither https nor http`);
  }
  if (
    url.pathname !== "/" ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username + url.password !== ""
  ) {
    throw new Error(`${JSON.stringify(text)} has more than scheme, host and port`);
  }
  return url.origin;
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

function readDatabase(text: string): string {
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (path === undefined) {
    throw new Error("this version keeps its ledger in SQLite, and the value is not a sqlite: one");
  }
  return path === ":memory:" ? path : resolve(path.replace(/^\/\/(?=\/)/, ""));
}

function readRange(text: string): string {
  const [address = "", bits, ...more] = text.split("/");
  const most = isIP(address) === 4 ? 32 : 128;
  const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (isIP(address) === 0 || !bitsFit || more.length > 0) {
    throw new Error(`${JSON.stringify(text)} is neither an IP address nor a CIDR range`);
  }
  return text;
}

function readRateLimits(text: string): RateLimits {
  if (text === "off") return "off";
  const changed = defaultRateLimits();
  for (const entry of list(text)) {
    const [, name = "", limit] = /^([a-z0-9/_-]+)=(\d{1,9})$/.exec(entry) ?? [];
    if (limit === undefined) throw new Error(`${JSON.stringify(entry)} is not operation=limit`);
    if (!Object.hasOwn(limits, name)) {
      throw new Error(`there is no limit ${name}; there are ${Object.keys(limits).join(", ")}`);
    }
    changed[name as LimitName] = Number(limit);
  }
  return changed;
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function oneOf<const T extends readonly string[]>(text: string, choices: T): T[number] {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new Error(`there is no ${JSON.stringify(text)}`);
  return found;
}
