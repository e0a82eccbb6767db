import { formBodyOf, maxParameters, type Parameter, parseForm } from "#oauth1";
import type { OrderName } from "../cause.ts";
import type { Change, Hypothesis } from "../hypothesis.ts";
import type { PastedRequest } from "../paste/pasted-request.ts";
import { inOrder, type Order } from "../signing.ts";
import { isProtocol } from "./one-parameter.ts";

/** RFC 5849 §3.4.1.3.2 sorts by the encoded name, then by the encoded value, byte by byte. */
export const otherOrder: Hypothesis = ({ request }) => [
  sorted("as-sent", 1, (encoded) => encoded),
  ...placeOrders(request).map((order) => sorted("as-sent", 2, order)),
  sorted("names-only", 1, (encoded) => encoded.toSorted(([a], [b]) => compared(a, b))),
  sorted("names-only", 3, (encoded) =>
    encoded.toSorted(([a, x], [b, y]) => compared(a, b) || compared(y, x)),
  ),
  sorted("decoded", 1, byDecoded),
  sorted("joined", 2, (encoded) => encoded.toSorted((a, b) => compared(a.join("="), b.join("=")))),
  sorted("ignoring-case", 1, (encoded) => encoded.toSorted(byLetters)),
  sorted("ignoring-case", 2, (encoded) =>
    encoded.toSorted(([a, x], [b, y]) => a.localeCompare(b, "en") || x.localeCompare(y, "en")),
  ),
  sorted("oauth-first", 2, (encoded) => inBlocks(encoded, true)),
  sorted("oauth-first", 3, (encoded) => inBlocks(encoded, false)),
  sorted("descending", 2, (encoded) => inOrder(encoded).toReversed()),
];

/** Header, query and form can follow each other in any order; within each, parameters stay as sent. */
function placeOrders(request: PastedRequest): NonNullable<Order>[] {
  const inForm = new Set(parseForm(formBodyOf(request), maxParameters).map(([name]) => name));
  const placeOf = ([name]: Parameter) => {
    if (isProtocol(name)) return 0;
    return inForm.has(name) ? 2 : 1;
  };
  return placeRanks.map((ranks) => (encoded, decoded) => {
    const rankAt = (at: number) => ranks[placeOf(decoded[at] as Parameter)] as number;
    return indexed(encoded)
      .toSorted((a, b) => rankAt(a.at) - rankAt(b.at))
      .map(({ pair }) => pair);
  });
}

const placeRanks = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
  [1, 2, 0],
] as const;

function indexed(pairs: readonly Parameter[]): { pair: Parameter; at: number }[] {
  return pairs.map((pair, at) => ({ pair, at }));
}

function sorted(how: OrderName, weight: Change["weight"], order: NonNullable<Order>): Change {
  return {
    cause: { id: "order", how },
    parts: ["order"],
    weight,
    apply: (signing) => ({ ...signing, order }),
  };
}

function byDecoded(
  encoded: readonly Parameter[],
  decoded: readonly Parameter[],
): readonly Parameter[] {
  return indexed(decoded)
    .sort((a, b) => compared(a.pair[0], b.pair[0]) || compared(a.pair[1], b.pair[1]))
    .map(({ at }) => encoded[at] as Parameter);
}

function byLetters([a, x]: Parameter, [b, y]: Parameter): number {
  return compared(a.toLowerCase(), b.toLowerCase()) || compared(x.toLowerCase(), y.toLowerCase());
}

/** The protocol's parameters are in one block and the others in another, each block sorted. */
function inBlocks(encoded: readonly Parameter[], protocolFirst: boolean): readonly Parameter[] {
  const protocol = inOrder(encoded.filter(([name]) => isProtocol(name)));
  const others = inOrder(encoded.filter(([name]) => !isProtocol(name)));
  return protocolFirst ? [...protocol, ...others] : [...others, ...protocol];
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
