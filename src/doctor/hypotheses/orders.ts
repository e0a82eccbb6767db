import { formBodyOf, maxParameters, type Parameter, parseForm } from "#oauth1";
import type { CauseDetails } from "../cause.ts";
import { type Change, type Facts, isProtocol, same, type Weight } from "../hypothesis.ts";
import type { PastedRequest } from "../paste/pasted-request.ts";
import { inOrder, type Order } from "../signing.ts";

/** RFC 5849 §3.4.1.3.2 sorts by the encoded name, then by the encoded value, byte by byte. */
export function* orders({ request }: Facts): Iterable<Change> {
  for (const [weight, how, order] of [
    [1, "as-sent", same],
    ...placeOrders(request).map((order) => [2, "as-sent", order] as const),
    ...sorts,
  ] as const) {
    yield { weight, cause: { id: "order", how }, order };
  }
}

const sorts: readonly (readonly [Weight, CauseDetails["order"]["how"], NonNullable<Order>])[] = [
  [1, "names-only", (encoded) => encoded.toSorted(([a], [b]) => compared(a, b))],
  [
    3,
    "names-only",
    (encoded) => encoded.toSorted(([a, x], [b, y]) => compared(a, b) || compared(y, x)),
  ],
  [1, "decoded", byDecoded],
  [2, "joined", (encoded) => encoded.toSorted((a, b) => compared(a.join("="), b.join("=")))],
  [1, "ignoring-case", (encoded) => encoded.toSorted(byLetters)],
  [
    2,
    "ignoring-case",
    (encoded) =>
      encoded.toSorted(([a, x], [b, y]) => a.localeCompare(b, "en") || x.localeCompare(y, "en")),
  ],
  [2, "oauth-first", (encoded) => inBlocks(encoded, true)],
  [3, "oauth-first", (encoded) => inBlocks(encoded, false)],
  [2, "descending", (encoded) => inOrder(encoded).toReversed()],
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
