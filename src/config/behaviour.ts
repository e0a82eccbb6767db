/** How strictly, how freely and how loudly the service works. */
import { defaultRateLimits, type LimitName, limits, type RateLimits } from "../domain/limits.ts";
import { signUpWays } from "../domain/sign-up.ts";
import { type ConfigRow, list, oneOf } from "./row.ts";

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const compats = ["empty-token-secret", "basic-invalidate"] as const;
export type Compat = (typeof compats)[number];

export const behaviourRows = {
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
  signUp: {
    name: "SIGN_UP",
    meaning:
      "Who may make an account, until an operator sets it at run time: everybody, whoever holds an invitation, or nobody. By invitation unless it is set: strangers make no accounts at a service that protects somebody's APIs, and one command (`countersign invite`) lets in whoever just installed it.",
    shape: signUpWays.join(", "),
    example: "open",
    default: "invitation",
    read: (text) => oneOf(text, signUpWays),
  },
} as const satisfies Record<string, ConfigRow>;

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
