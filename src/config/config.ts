/** `docs/reference/config.md` and `countersign config` are printed from this table. */
import { nearestName } from "../domain/nearest-name.ts";
import { addressRows, addressSettings, rejectInsecure, rejectPasskeyDomain } from "./addresses.ts";
import { backupRows, rejectBackups } from "./backups.ts";
import { behaviorRows, behaviorSettings } from "./behavior.ts";
import { brandingRows, brandingSettings } from "./branding.ts";
import { documentationRows } from "./documentation.ts";
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
  readonly display: readonly ShownSetting[];
}

export interface ShownSetting {
  readonly variable: string;
  readonly value: string;
  readonly meaning: string;
  readonly group: SettingGroup;
  /** Otherwise the value is the default. */
  readonly isSet: boolean;
}

/** In the order in which the settings page shows them. */
export const settingGroups = {
  address: addressRows,
  storage: storageRows,
  backups: backupRows,
  behavior: behaviorRows,
  branding: brandingRows,
  documentation: documentationRows,
  mail: mailRows,
  signIn: identityProviderRows,
  verification: verificationRows,
  requestLog: requestLogRows,
  webhooks: webhookRows,
} as const satisfies Record<string, Readonly<Record<string, ConfigRow>>>;
export type SettingGroup = keyof typeof settingGroups;

export const configTable = {
  ...settingGroups.address,
  ...settingGroups.storage,
  ...settingGroups.backups,
  ...settingGroups.behavior,
  ...settingGroups.branding,
  ...settingGroups.documentation,
  ...settingGroups.mail,
  ...settingGroups.signIn,
  ...settingGroups.verification,
  ...settingGroups.requestLog,
  ...settingGroups.webhooks,
} as const satisfies Record<string, ConfigRow>;

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset. Throws `ConfigProblem`. `warn` is called for ignored variables. */
export function readConfig(environment: Environment, warn: (message: string) => void): Config {
  const given = ourVariables(environment, warn);
  const config: Config = {
    ...settingsFrom(given),
    display: shownSettings(given),
  };
  rejectInsecure(config);
  rejectPasskeyDomain(config);
  rejectOpenInternal(config, config.internalSecrets);
  rejectConfusableOrigins(config, config.apiOrigins);
  rejectBackups(config.backupDir, config);
  rejectNoSignInMethod(config);
  return config;
}

/** Values that are given, by the name of their setting, and the defaults of the others. */
export function shownSettings(given: ReadonlyMap<string, string>): readonly ShownSetting[] {
  return Object.entries(settingGroups).flatMap(([group, rows]) =>
    Object.values<ConfigRow>(rows).map((row) => ({
      variable: `${configPrefix}${row.name}`,
      value: shownValue(row, given.get(row.name)),
      meaning: row.meaning,
      group: group as SettingGroup,
      isSet: given.has(row.name),
    })),
  );
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
    ...read(documentationRows),
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
