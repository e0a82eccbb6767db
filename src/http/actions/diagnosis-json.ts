import { type Diagnosis, firstDifference } from "../../doctor/cause.ts";
import { causes } from "../../pages/languages/english/portal/causes.ts";
import { visiblyExplained } from "../../pages/views/portal/visible-cause.ts";

/** What the doctor found, as the admin API and commands return it. */
export function diagnosisJson({ findings, baseStrings, tried }: Diagnosis) {
  return {
    right: findings.length === 0,
    findings: findings.map(({ cause, certainty }) => {
      const { id, ...details } = cause;
      return { cause: id, certainty, ...visiblyExplained(cause, causes), details };
    }),
    base_string: baseStrings?.expected ?? null,
    signed_base_string: baseStrings?.signed ?? null,
    first_difference:
      baseStrings?.signed === undefined
        ? null
        : firstDifference(baseStrings.expected, baseStrings.signed),
    tried,
  };
}
