/** `docs/reference/config.md` and `countersign config` are printed from this table. */
import { nearestName } from "../domain/nearest-name.ts";
import { addressRows, addressSettings, rejectInsecure, rejectPasskeyDomain } from "./addresses.ts";
import { backupRows, rejectBackups } from "./backups.ts";
import { behaviorRows, behaviorSettings } from "./behavior.ts";
import { brandingRows, brandingSettings } from "./branding.ts";
import { identityProviderRows, rejectNoSignInMethod } from "./identity-providers.ts";
import { mailRows, mailSettings } from "./mail.ts";
import { requestLogRows } from "./request-log.ts";
import { ConfigProblem, type ConfigRow, configPrefix, isSecret, type ValuesOf } from "./row.ts";
import { storageRows, storageSettings } from "./storage.ts";
import {
  rejectConfusableOrigins,
  rejectOpenInternal,
  verificationRows,
  verificationSettings,
} from "./verification.ts";
import { webhookRows, webhookSettings } from "./webhooks.ts";

export interface Config extends Readonly<ReturnType<typeof settingsFrom>> {
  /** Every setting with its value or default, for display. Contains no secrets. */
  readonly display: readonly { readonly variable: string; readonly value: string }[];
}

export const configTable = {
  ...addressRows,
  ...storageRows,
  ...backupRows,
  ...behaviorRows,
  ...brandingRows,
  ...mailRows,
  ...identityProviderRows,
  ...verificationRows,
  ...requestLogRows,
  ...webhookRows,
} as const satisfies Record<string, ConfigRow>;

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset. Throws `ConfigProblem`. `warn` is called for ignored variables. */
export function readConfig(environment: Environment, warn: (message: string) => void): Config {
  const given = ourVariables(environment, warn);
  const config: Config = {
    ...settingsFrom(given),
    display: Object.values<ConfigRow>(configTable).map((row) => ({
      variable: `${configPrefix}${row.name}`,
      value: shownValue(row, given.get(row.name)),
    })),
  };
  rejectInsecure(config);
  rejectPasskeyDomain(config);
  rejectOpenInternal(config, config.internalSecrets);
  rejectConfusableOrigins(config, config.apiOrigins);
  rejectBackups(config.backupDir, config);
  rejectNoSignInMethod(config);
  return config;
}

function settingsFrom(given: ReadonlyMap<string, string>) {
  const read = <Rows extends Readonly<Record<string, ConfigRow>>>(rows: Rows) =>
    Object.fromEntries(
      Object.entries(rows).map(([key, row]) => [key, readRow(row, given.get(row.name))]),
    ) as ValuesOf<Rows>;
  return {
    ...addressSettings(read(addressRows)),
    ...storageSettings(read(storageRows)),
    ...read(backupRows),
    ...behaviorSettings(read(behaviorRows)),
    ...brandingSettings(read(brandingRows)),
    ...mailSettings(read(mailRows)),
    ...read(identityProviderRows),
    ...verificationSettings(read(verificationRows)),
    ...read(requestLogRows),
    ...webhookSettings(read(webhookRows)),
  };
}

/**
 * Orchestrators add variables (`COUNTERSIGN_PORT=tcp://…`), which are ignored. Other unknown names are probably
 * typos.
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
    // They are for commands that call the admin API.
    if (name === "API_KEY" || name === "API_KEY_FILE") continue;
    if (isServiceLink(name, value)) {
      warn(`${variable} is ignored: it looks like an orchestrator's service link`);
    } else if (known.has(name)) {
      ours.set(name, value);
    } else {
      const nearest = nearestName(name, known);
      const meant = nearest === undefined ? "" : ` (did you mean ${configPrefix}${nearest}?)`;
      throw new ConfigProblem(
        [name],
        `unknown setting${meant}; \`countersign config\` lists them all`,
      );
    }
  }
  return ours;
}

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
