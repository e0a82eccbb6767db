import { firstDifference } from "../../doctor/cause.ts";
import type { DiagnosisJson } from "../../http/admin-api/diagnosis.ts";
import { visibleText } from "../../pages/views/visible-text.ts";

/** A diagnosis, for the terminal: the answer first. `right` is said if it found nothing. */
export function diagnosisLines(
  { findings, base_string: expected, signed_base_string: signed, tried }: DiagnosisJson,
  right = "Nothing is wrong: the signature matches.",
): string[] {
  const answer = findings.flatMap(({ cause, certainty, what, change }, at) => {
    const number = findings.length > 1 ? `${at + 1}. ` : "";
    // The text of `wrong-secret` already states how certain it is.
    const isPlain = certainty === "certain" || cause === "wrong-secret";
    const sure = isPlain ? "" : "Likely: ";
    return [`${number}${sure}${what}`, `${" ".repeat(number.length)}${change}`, ""];
  });
  if (findings.length === 0) answer.push(right, "");
  if (expected === null) return answer.slice(0, -1);
  // The request's text may contain control characters for the terminal.
  const ours = visibleText(expected);
  if (signed === null) return [...answer, "Base string:", ours];
  const theirs = visibleText(signed);
  const at = firstDifference(ours, theirs);
  return [
    ...answer,
    `Base strings, which differ at character ${at + 1} on (${tried} signing variants were tried):`,
    `the service signs  ${ours}`,
    `the client signed  ${theirs}`,
    `${" ".repeat(19 + at)}^`,
  ];
}

/** Of a logged request whose credentials are right: something else rejected it. */
export const nothingFound = "Nothing is wrong with its credentials; the code says why.";
