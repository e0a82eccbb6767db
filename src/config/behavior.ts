import { hmacSha1, hmacSha256, hmacSha512, type SignatureMethod } from "#oauth1";
import { approvalRules } from "../domain/approval.ts";
import { maxQuestion, maxQuestions } from "../domain/fields/approval.ts";
import { defaultRateLimits, type LimitName, limits, type RateLimits } from "../domain/limits.ts";
import { signUpWays } from "../domain/operating.ts";
import { typedText } from "../domain/typed-text.ts";
import {
  isUnusedDays,
  maxUnusedDays,
  minUnusedDays,
  unusedNoticeDays,
} from "../domain/unused-access.ts";
import { defaultCommand } from "./command-name.ts";
import { type ConfigRow, list, oneOf, type ValuesOf } from "./row.ts";

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

const logFormats = ["json", "text"] as const;
export type LogFormat = (typeof logFormats)[number];

const compats = ["empty-token-secret", "basic-invalidate"] as const;
export type Compat = (typeof compats)[number];

const supportedMethods: readonly SignatureMethod[] = [hmacSha1, hmacSha256, hmacSha512];

export const behaviorRows = {
  rateLimits: {
    name: "RATE_LIMITS",
    meaning:
      "Changes how many requests operations allow in their window, which is 15 minutes, an hour or a day as listed in limits.md, or turns all rate limits `off`, for load tests.",
    shape: "off, or operation=limit, separated by commas",
    example: "oauth/request_token=5000,oauth2/token=100",
    default: "",
    read: readRateLimits,
  },
  logLevel: {
    name: "LOG_LEVEL",
    meaning: "The lowest level written to the log on standard error.",
    shape: logLevels.join(", "),
    example: "warn",
    default: "info",
    read: (text) => oneOf(text, logLevels),
  },
  logFormat: {
    name: "LOG_FORMAT",
    meaning:
      "How the log is written: `json`, an object on each line, or `text`, lines that are easier to read. If it isn't set, the log is text if standard error is a terminal, and JSON otherwise. What `countersign serve` prints besides the log has the same format.",
    shape: logFormats.join(" or "),
    example: "text",
    default: "",
    read: (text) => oneOf(text, logFormats),
  },
  command: {
    name: "COMMAND",
    meaning:
      "How administrators run `countersign` on this machine, for messages that name a command. The systemd unit and `countersign-admin` set it.",
    shape: "words of letters, digits, and the characters . _ / -",
    example: "countersign-admin",
    default: defaultCommand,
    read: readCommand,
  },
  signatureMethods: {
    name: "SIGNATURE_METHODS",
    meaning:
      "The signature methods that are accepted, by this service's own operations and for your APIs. Keep HMAC-SHA1 while an application uses it.",
    shape: `${supportedMethods.map(({ name }) => name).join(", ")}, separated by commas`,
    example: "HMAC-SHA1,HMAC-SHA256",
    default: "HMAC-SHA1",
    read: readSignatureMethods,
  },
  compat: {
    name: "COMPAT",
    meaning:
      "Exceptions for clients that don't follow the protocol. `empty-token-secret` accepts an oauth/access_token request signed without the token secret, so only the consumer secret and the verifier protect the exchange. `basic-invalidate` accepts the application's Basic credentials at oauth2/invalidate_token, so anyone with the consumer secret can revoke the bearer token.",
    shape: `${compats.join(", ")}, separated by commas`,
    example: "empty-token-secret",
    default: "",
    read: (text) => new Set(list(text).map((one) => oneOf(one, compats))),
  },
  approval: {
    name: "APPROVAL",
    meaning:
      "Whether applications wait for an administrator's approval. With `new`, each application that a developer creates works for its owner's account only until then. With `changes`, a raised access level and callbacks with a new host wait too, and the application keeps what it has. Applications of administrators don't wait.",
    shape: approvalRules.join(", "),
    example: "new",
    default: "none",
    read: (text) => oneOf(text, approvalRules),
  },
  approvalQuestions: {
    name: "APPROVAL_QUESTIONS",
    meaning:
      "Your own questions to developers whose applications wait for approval, besides what the application is for and who is expected to use it.",
    shape: `up to ${maxQuestions} texts of up to ${maxQuestion} characters, separated by |`,
    example: "Which data do you store? | Where is it hosted?",
    default: "",
    read: readQuestions,
  },
  unusedAccessDays: {
    name: "UNUSED_ACCESS_DAYS",
    meaning: `Ends the access of an application to an account if no token of it was used for so many days. ${unusedNoticeDays} days before, the user gets an email and a notice on their page of applications. If it isn't set, administrators can turn this on and change it on the settings page.`,
    shape: `a whole number from ${minUnusedDays} to ${maxUnusedDays}`,
    example: "365",
    default: "",
    read: readUnusedDays,
  },
  signUp: {
    name: "SIGN_UP",
    meaning:
      "Who can create an account: anyone, users with an invitation, or no one. Administrators can change it on the settings page, which then takes precedence. `countersign invitation create` creates an invitation.",
    shape: signUpWays.join(", "),
    example: "open",
    default: "invitation",
    read: (text) => oneOf(text, signUpWays),
  },
} as const satisfies Record<string, ConfigRow>;

export function behaviorSettings(values: ValuesOf<typeof behaviorRows>) {
  return {
    ...values,
    rateLimits: values.rateLimits ?? defaultRateLimits(),
    compat: values.compat ?? new Set<Compat>(),
    approvalQuestions: values.approvalQuestions ?? [],
  };
}

function readCommand(text: string): string {
  if (/^[\w./-]+( [\w./-]+)*$/.test(text)) return text;
  throw new Error(`${JSON.stringify(text)} is not a command`);
}

function readUnusedDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (isUnusedDays(days)) return days;
  throw new Error(`${JSON.stringify(text)} is out of range or not a number`);
}

function readQuestions(text: string): readonly string[] {
  const questions = text
    .split("|")
    .map(typedText)
    .filter((one) => one !== "");
  if (questions.length > maxQuestions) throw new Error(`there are more than ${maxQuestions}`);
  if (new Set(questions).size < questions.length) throw new Error("there are two equal ones");
  const wrong = questions.find((one) => [...one].length > maxQuestion || /\p{Cc}/u.test(one));
  if (wrong === undefined) return questions;
  throw new Error(
    `each can have up to ${maxQuestion} characters, and no control characters or line breaks`,
  );
}

function readSignatureMethods(text: string): readonly SignatureMethod[] {
  const names = list(text);
  if (names.length === 0) throw new Error("expected at least one signature method");
  const unknown = names.find((name) => !supportedMethods.some((method) => method.name === name));
  if (unknown !== undefined) throw new Error(`${JSON.stringify(unknown)} is not a valid value`);
  return supportedMethods.filter(({ name }) => names.includes(name));
}

function readRateLimits(text: string): RateLimits {
  if (text === "off") return "off";
  const changed = defaultRateLimits();
  for (const entry of list(text)) {
    const [, name = "", limit] = /^([a-z0-9/_-]+)=(\d{1,9})$/.exec(entry) ?? [];
    if (limit === undefined) throw new Error(`${JSON.stringify(entry)} is not operation=limit`);
    if (!Object.hasOwn(limits, name)) {
      throw new Error(`unknown limit ${name}; known limits: ${Object.keys(limits).join(", ")}`);
    }
    changed[name as LimitName] = Number(limit);
  }
  return changed;
}
