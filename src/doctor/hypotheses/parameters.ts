/** One parameter is not signed, or otherwise than it is sent. */
import { createHash } from "node:crypto";
import { fromText, type Parameter, parseForm, toReadableText, toText } from "#oauth1";
import type { Cause } from "../cause.ts";
import {
  type Candidate,
  type Change,
  candidatesExcept,
  eachParameter,
  type Facts,
  isProtocol,
  type Weight,
} from "../hypothesis.ts";

export function* parameters(facts: Facts): Iterable<Change> {
  const { request, signing, known } = facts;
  // It was added later, or the client forgot to sign it.
  for (const sent of eachParameter(signing)) {
    const name = toReadableText(sent[0]);
    const cause: Cause = { id: "parameter-unsigned", name };
    yield { weight: unsignedWeight(name), cause, one: { sent, signed: [] } };
  }
  const parameters: Change["parameters"] = (all) => all.filter(([, value]) => value !== "");
  yield { weight: 1, cause: { id: "empty-unsigned" }, parameters };
  // A parameter that was not sent can only be found if it is one that clients usually send.
  const names = new Set(signing.parameters.map(([name]) => name));
  for (const [name, value, weight] of usuallyLost(request.body, known.application.callbacks)) {
    if (names.has(name)) continue;
    const readable = { name: toReadableText(name), value: toReadableText(value) };
    const cause: Cause = { id: "parameter-lost", ...readable };
    yield { weight, cause, one: { signed: [[name, value]] } };
  }
  const cutOff = parseForm(request.cutOff, 64);
  if (cutOff.length > 0) {
    const cause: Cause = { id: "cut-by-shell", rest: toReadableText(request.cutOff) };
    yield { weight: 1, cause, parameters: (all) => [...all, ...cutOff] };
  }
  for (const sent of eachParameter(signing)) {
    const name = toReadableText(sent[0]);
    const cause: Cause = { id: "parameter-doubled", name };
    yield { weight: isProtocol(name) ? 3 : 2, cause, one: { sent, signed: [sent, sent] } };
  }
  yield* repeatedNames(facts);
  for (const sent of eachParameter(signing)) {
    const [name, value] = sent;
    const signed = name.toLowerCase();
    const cause = changedCause(name, signed, name);
    if (signed !== name) yield { weight: 4, cause, one: { sent, signed: [[signed, value]] } };
  }
  for (const sent of eachParameter(signing)) {
    const [name, value] = sent;
    for (const [signed, weight] of candidatesExcept(value, valuesBefore(sent, facts))) {
      const cause = changedCause(name, signed, value);
      yield { weight, cause, one: { sent, signed: [[name, signed]] } };
    }
  }
}

function unsignedWeight(name: string): Weight {
  if (!isProtocol(name)) return 1;
  return /^oauth_(?:token|callback|verifier|version)$/.test(name) ? 2 : 3;
}

/** The numbers are weights. */
function usuallyLost(
  body: string,
  callbacks: readonly string[],
): (readonly [name: string, value: string, weight: Weight])[] {
  const bodyHash = createHash("sha1").update(body, "latin1").digest("base64");
  return [
    ["oauth_version", "1.0", 1],
    ["oauth_token", "", 1],
    ["oauth_callback", "oob", 2],
    ...callbacks.map((callback) => ["oauth_callback", fromText(callback), 2] as const),
    ["oauth_verifier", "", 2],
    ["oauth_body_hash", bodyHash, 2],
    ["include_email", "true", 2],
    ["skip_status", "true", 2],
    ["include_entities", "true", 2],
    ["include_entities", "false", 2],
    ["tweet_mode", "extended", 2],
    ["include_email", "false", 3],
    ["skip_status", "false", 3],
    ["svc_auth_access_type", "read", 3],
    ["svc_auth_access_type", "write", 3],
    ["x_auth_access_type", "read", 3],
    ["x_auth_access_type", "write", 3],
    ["grant_type", "client_credentials", 3],
    ["force_login", "true", 3],
    ["format", "json", 3],
    ["", "", 3],
  ];
}

/** Clients that keep parameters in a map sign only one value of a name, or all of them joined. */
function* repeatedNames({ signing }: Facts): Iterable<Change> {
  const byName = Map.groupBy(signing.parameters, ([name]) => name);
  const repeated = [...byName].filter(([, pairs]) => pairs.length > 1);
  for (const [name, pairs] of repeated.slice(0, 8)) {
    const values = pairs.map(([, value]) => value);
    for (const signed of [values.join(","), ...values]) {
      yield {
        weight: 2,
        cause: changedCause(name, signed, values.join(", ")),
        parameters: (all) => [...all.filter((pair) => pair[0] !== name), [name, signed]],
      };
    }
  }
}

function changedCause(...texts: [name: string, signed: string, sent: string]): Cause {
  const [name = "", signed = "", sent = ""] = texts.map(toReadableText);
  return { id: "parameter-changed", name, signed, sent };
}

function* valuesBefore([name, value]: Parameter, { known }: Facts): Iterable<Candidate> {
  if (name === "oauth_timestamp") yield* times(value);
  // A nonce is random, so its earlier value can't be guessed; credentials.ts looks at the consumer key.
  if (/^oauth_(?:timestamp|nonce|consumer_key)$/.test(name)) return;
  yield [value.trim(), 1];
  yield [`${value} `, 2];
  yield [` ${value}`, 3];
  yield [`${value}\n`, 3];
  yield [recased(value, (text) => text.toLowerCase()), 2];
  yield [recased(value, (text) => text.toUpperCase()), 3];
  yield [value.replaceAll("+", " "), 3];
  yield [value.replaceAll("&", "&amp;"), 3];
  yield [value.replaceAll("&amp;", "&"), 3];
  yield [value.replaceAll("\r\n", "\n"), 1];
  yield [value.replace(/\r?\n/g, "\r\n"), 2];
  yield [`"${value}"`, 3];
  yield [value.replace(/^"(.*)"$/s, "$1"), 3];
  yield ["", 3];
  for (const spelling of spellings(value)) yield [spelling, 3];
  if (!/^(?:https?:|[a-z][a-z0-9.+-]*:\/)/i.test(value)) return;
  yield [value.endsWith("/") ? value.slice(0, -1) : `${value}/`, 1];
  yield [value.replace(/^https:/, "http:"), 2];
  yield [value.replace(/^http:/, "https:"), 2];
  if (name !== "oauth_callback") return;
  for (const callback of [...known.application.callbacks, "oob"]) yield [fromText(callback), 1];
}

/** A letter beyond ASCII has several bytes, so the text is decoded first. */
function recased(binary: string, change: (text: string) => string): string {
  const text = toText(binary);
  return text === undefined ? binary : fromText(change(text));
}

/** A client that reads its clock twice may sign one second and send another. */
function* times(value: string): Iterable<Candidate> {
  const seconds = Number(value);
  if (!Number.isSafeInteger(seconds)) return;
  for (const step of [-1, 1]) yield [String(seconds + step), 2];
  for (const step of [-2, 2, -3, 3]) yield [String(seconds + step), 4];
  yield [`${value}000`, 3];
  yield [String(Math.floor(seconds / 1000)), 3];
}

function spellings(value: string): string[] {
  const family = families.find((one) => one.includes(value));
  const others = family === undefined ? [] : family.filter((one) => one !== value);
  if (!/^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/.test(value)) return others;
  const whole = `${value}.0`;
  return [...others, String(Number(value)), ...(value.includes(".") ? [] : [whole])];
}

const families = [
  ["true", "True", "TRUE", "1", "on", "t"],
  ["false", "False", "FALSE", "0", "off", ""],
  ["null", "undefined", "None", "nil", ""],
];
