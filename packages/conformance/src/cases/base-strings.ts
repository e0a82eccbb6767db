/** §3.4.1 and §3.6: a signature over another base string is no signature of the request. */
import type { Case } from "../case.ts";
import type { SignatureMethod } from "../protocol.ts";
import { type BaseStringFault, baseStringFaults } from "../signing/base-string-faults.ts";
import { bothOperations, called, everyKind, rejected, single } from "./parts.ts";

const names = Object.keys(baseStringFaults) as BaseStringFault[];

/** With one of these faults, a signature of one request is also valid for another one. */
const gives = /^(another|no|own|protocol|first|last|path|query)-|-left-out$/;

const how: readonly (readonly [SignatureMethod, readonly (typeof bothOperations)[number][]])[] = [
  ["HMAC-SHA1", bothOperations],
  ["RSA-SHA1", ["resource"]],
];

export const cases: readonly Case[] = how.flatMap(([signatureMethod, operations]) =>
  operations.flatMap((to) =>
    names.map((fault) => {
      const { section, name } = baseStringFaults[fault];
      return single(
        {
          id: `${section}/${fault}/${signatureMethod.toLowerCase()}/${to}`,
          section,
          severity: gives.test(fault) ? "security" : "must",
          shows: `${called[to]} rejects a request that is signed with ${name} (${signatureMethod}).`,
        },
        { to, signatureMethod, extra: [everyKind], baseString: fault },
        rejected,
      );
    }),
  ),
);
