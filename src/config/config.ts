/**
 * The configuration: one table, split into a file per topic. `docs/reference/config.md` and `countersign config` are
 * printed from it.
 */
import { defaultRateLimits, type RateLimits } from "../domain/limits.ts";
import { nearestName } from "../domain/nearest-name.ts";
import type { SignUpWay } from "../domain/sign-up.ts";
import type { MailServer } from "../mail/mail-server.ts";
import { accentsOf } from "./accent.ts";
import {
  type Addresses,
  addressRows,
  refuseInsecure,
  refusePasskeyDomain,
  tlsOf,
} from "./addresses.ts";
import { backupRows, refuseBackups } from "./backups.ts";
import { behaviourRows, type Compat, type LogLevel } from "./behaviour.ts";
import { type Branding, brandingRows } from "./branding.ts";
import { identityProviderRows, refuseNoWayIn, type SignInSettings } from "./identity-providers.ts";
import { mailRows, mailServerOf } from "./mail.ts";
import { ConfigProblem, type ConfigRow, configPrefix, isSecret, type ValuesOf } from "./row.ts";
import { databaseOf, type Kept, keysFrom, processesOf, storageRows } from "./storage.ts";
import {
  internalSecretFrom,
  refuseConfusableOrigins,
  refuseOpenInternal,
  type Verification,
  verificationRows,
} from "./verification.ts";
import { type PassedOn, webhookRows, webhooksOf } from "./webhooks.ts";

export interface Config extends Addresses, Kept, Branding, Verification, SignInSettings, PassedOn {
  readonly rateLimits: RateLimits;
  readonly logLevel: LogLevel;
  readonly compat: ReadonlySet<Compat>;
  readonly signUp: SignUpWay;
  /** Every setting with its value or default, for display. Contains no secrets. */
  readonly shown: readonly { readonly variable: string; readonly value: string }[];
  /** Undefined if the service sends no mail. */
  readonly mailServer: MailServer | undefined;
  /** Undefined if the service makes no backups itself. */
  readonly backupDir: string | undefined;
  /** In hours. */
  readonly backupEvery: number;
  readonly backupKeep: number;
  /** The file can be read again while the service runs. Undefined if the secret was not given in a file. */
  readonly webhookSecretFile: string | undefined;
}

export const configTable = {
  ...addressRows,
  ...storageRows,
  ...backupRows,
  ...behaviourRows,
  ...brandingRows,
  ...mailRows,
  ...identityProviderRows,
  ...verificationRows,
  ...webhookRows,
} as const satisfies Record<string, ConfigRow>;

/** In seconds: more than load balancers need that ask every second or two. */
const drainBehindProxy = 5;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the `COUNTERSIGN_` variables; an empty one counts as unset. Throws `ConfigProblem`. `warn` is called
 * for ignored variables.
 */
export function readConfig(environment: Environment, warn: (message: string) => void): Config {
  const given = ourVariables(environment, warn);
  const values = Object.fromEntries(
    Object.entries(configTable).map(([key, row]) => [key, readRow(row, given.get(row.name))]),
  ) as ValuesOf<typeof configTable>;
  const { givenKeys, keysFile, tlsCert, tlsKey, accent, accentDark, smtpUrl, mailFrom, ...others } =
    values;
  const { givenInternalSecret, internalSecretFile, database, processes, ...more } = others;
  const { webhookAddresses, givenWebhookSecret, webhookNetwork, ...rest } = more;
  const place = databaseOf(database, rest.dataDir);
  const config: Config = {
    ...rest,
    additionalBaseUrls: rest.additionalBaseUrls ?? [],
    trustedProxies: rest.trustedProxies ?? [],
    drainSeconds: rest.drainSeconds ?? (rest.trustedProxies === undefined ? 0 : drainBehindProxy),
    compat: rest.compat ?? new Set(),
    rateLimits: rest.rateLimits ?? defaultRateLimits(),
    ...place,
    processes: processesOf(processes, place.postgres !== undefined),
    keys: keysFrom(givenKeys, keysFile, rest.dataDir),
    tls: tlsOf(tlsCert, tlsKey),
    mailServer: mailServerOf(smtpUrl, mailFrom),
    shown: Object.values<ConfigRow>(configTable).map((row) => ({
      variable: `${configPrefix}${row.name}`,
      value: shownValue(row, given.get(row.name)),
    })),
    accents: accentsOf(accent, accentDark),
    internalSecret: internalSecretFrom(givenInternalSecret, internalSecretFile),
    apiLimits: rest.apiLimits ?? new Map(),
    webhooks: webhooksOf(
      webhookAddresses,
      givenWebhookSecret,
      rest.webhookSecretFile,
      webhookNetwork,
    ),
  };
  refuseInsecure(config);
  refusePasskeyDomain(config);
  refuseOpenInternal(config, config.internalSecret);
  refuseConfusableOrigins(config, config.apiOrigins);
  refuseBackups(config.backupDir, config);
  refuseNoWayIn(config);
  return config;
}

/**
 * Orchestrators add their own variables for a service named countersign (`COUNTERSIGN_PORT=tcp://…`); those are
 * ignored. Any other unknown name is probably a typing error.
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
      const nearest = nearestName(name, known);
      const meant = nearest === undefined ? "" : ` (did you mean ${configPrefix}${nearest}?)`;
      throw new ConfigProblem(
        [name],
        `there is no such variable${meant}; \`countersign config\` lists them all`,
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

function shownValue(row: ConfigRow, given: string | undefined): string {
  return given !== undefined && isSecret(row, given) ? "[secret]" : (given ?? row.default);
}

function readRow(row: ConfigRow, given: string | undefined): unknown {
  const text = given ?? row.default;
  if (text === "") return undefined;
  try {
    return row.read(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigProblem(
      [row.name],
      `${problem}. It takes ${row.shape}; for example ${configPrefix}${row.name}=${row.example}`,
    );
  }
}
