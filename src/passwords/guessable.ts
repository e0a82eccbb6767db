/** Whether a password is among those that are guessed first, by the estimate of zxcvbn. Its lists are read when somebody chooses a password. */
import type { ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import type { GuessableBecause, PasswordOwner } from "./new-password.ts";

/**
 * Scores of 0 and 1 are found within a million guesses. Only the beginning is looked at: the work grows with the
 * square of the length, and strangers choose passwords too. A password that repeats one part is judged by that part.
 */
export async function guessableAs(
  password: string,
  owner: PasswordOwner,
): Promise<GuessableBecause | undefined> {
  const part = repeatedPart(password);
  if (part.length < password.length && part.length < shortestPart) return "repeated";
  const estimate = await estimator();
  const found = estimate.check(part.slice(0, mostLookedAt), wordsOf(owner));
  if (found.score > 1) return undefined;
  const reason = reasonOf(found, owner);
  return part.length < password.length && reason === "common" ? "repeated" : reason;
}

/** Code units. It takes up to 6 ms of CPU for the worst that we have found, and 180 ms at 128 characters with the defaults (docs/performance.md). */
const mostLookedAt = 40;

const shortestPart = 8;

/** The shortest beginning of which the whole is a repetition; itself, if it is none. Linear: the borders of Knuth, Morris and Pratt. */
function repeatedPart(text: string): string {
  const borders = [0];
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0;
    if (text[at] === text[border]) border += 1;
    borders.push(border);
  }
  const period = text.length - border;
  return text.length % period === 0 ? text.slice(0, period) : text;
}

/** What belongs to the person and to the service, whole and in words. */
function wordsOf({ screenName, name, email, serviceName }: PasswordOwner): string[] {
  const whole = [screenName, name, email, serviceName];
  const parts = whole.flatMap((one) => one.split(/[\s@._-]+/u));
  return [...new Set([...whole, ...parts])].filter((one) => one.length > 2);
}

function reasonOf(
  { feedback: { warning }, sequence }: ZxcvbnResult,
  { serviceName }: PasswordOwner,
): GuessableBecause {
  switch (warning) {
    case "userInputs": {
      const service = serviceName.toLowerCase().split(/[\s@._-]+/u);
      const ofService = sequence.some(
        (one) =>
          one.dictionaryName === "userInputs" &&
          [serviceName.toLowerCase(), ...service].includes(String(one.token).toLowerCase()),
      );
      return ofService ? "service-name" : "own-name";
    }
    case "simpleRepeat":
    case "extendedRepeat":
      return "repeated";
    case "sequences":
    case "straightRow":
    case "keyPattern":
      return "sequence";
    case "dates":
    case "recentYears":
      return "date";
    default:
      return "common";
  }
}

let made: Promise<ZxcvbnFactory> | undefined;

function estimator(): Promise<ZxcvbnFactory> {
  made ??= makeEstimator();
  return made;
}

async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: mostLookedAt,
    // With the hundred of the default, "4@8({[<369" many times over takes five times as long.
    l33tMaxSubstitutions: 8,
  });
}
