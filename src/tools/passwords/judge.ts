/**
 * Browsers run the source of these functions too (`judgeSource`), so they refer only to their
 * arguments and one another.
 */
import type { ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import type { GuessableBecause, NewPasswordProblem, PasswordOwner } from "./password-problem.ts";

export type PasswordJudgment = {
  readonly problem: NewPasswordProblem | undefined;
  /** 0 and 1 are rejected. */
  readonly score: 0 | 1 | 2 | 3 | 4;
};

/** `judgePassword` and `makeEstimator` need all of it in a script. */
export const judgeSource = [
  judgePassword,
  obviousProblem,
  guessable,
  repeatedPart,
  wordsOf,
  reasonOf,
  makeEstimator,
].join("\n");

export function judgePassword(
  password: string,
  owner: PasswordOwner,
  estimator: ZxcvbnFactory,
): PasswordJudgment {
  const obvious = obviousProblem(password, owner);
  return obvious === undefined
    ? guessable(password, owner, estimator)
    : { problem: obvious, score: 0 };
}

/** These problems are found without the lists. */
export function obviousProblem(
  password: string,
  owner: PasswordOwner,
): NewPasswordProblem | undefined {
  const length = [...password].length;
  if (length < 8) return "too-short";
  if (length > 128) return "too-long";
  const folded = password.toLowerCase();
  const own = [owner.screenName, owner.email].map((one) => one.toLowerCase());
  return own.includes(folded) ? "own-name" : undefined;
}

/** Scores 0 and 1 mean a million guesses. A password that repeats one part is judged by that part. */
function guessable(
  password: string,
  owner: PasswordOwner,
  estimator: ZxcvbnFactory,
): PasswordJudgment {
  const part = repeatedPart(password);
  const repeats = part.length < password.length;
  if (repeats && part.length < 8) return { problem: "repeated", score: 0 };
  const found = estimator.check(part, wordsOf(owner));
  const { score } = found;
  if (score > 1) return { problem: undefined, score };
  const reason = reasonOf(found, owner);
  return { problem: repeats && reason === "common" ? "repeated" : reason, score };
}

/** Repeated, the shortest such prefix gives the whole text (linear: Knuth, Morris and Pratt). */
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

/**
 * Only the beginning of a password is checked, in code units, because the work grows with the square of the length: 6
 * ms of CPU at worst, 180 ms at 128 characters with the defaults (bench/notes.md).
 */
export function makeEstimator(
  Factory: typeof ZxcvbnFactory,
  { dictionary, adjacencyGraphs }: typeof import("@zxcvbn-ts/language-common"),
): ZxcvbnFactory {
  return new Factory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: 40,
    // With the default of a hundred, repeating "4@8({[<369" takes five times as long.
    l33tMaxSubstitutions: 8,
  });
}
