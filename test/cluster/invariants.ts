/**
 * The promises of the service as invariants of a history. Operations may have taken effect in any order between their
 * starts and their responses. An operation without a response may have happened or not, at any later time. An invariant
 * is broken only if no such order explains the responses.
 */
import type { Given, History, Operation } from "./history.ts";

export interface Breach {
  readonly invariant: Invariant;
  readonly operation: Operation;
  /** The other operation: the one that should have prevented this one, or that this one should have seen. */
  readonly against?: Operation;
}

export type Invariant =
  | "accepted after its end"
  | "accepted while suspended"
  | "write access after it was lowered"
  | "accepted though forged"
  | "the same bytes twice"
  | "done twice"
  | "two stand where one may"
  | "more than the limit"
  | "rejected below the limit"
  | "rejected without a reason"
  | "lowered without a reason"
  | "somebody else's answer"
  | "an internal error"
  | "no answer"
  | "not recovered";

export function breaches(history: History): Breach[] {
  const known = index(history);
  return [
    ...history.operations.flatMap((operation) => judged(operation, known)),
    ...repeated(history.operations, (one) => one.bytes, "the same bytes twice"),
    ...repeated(history.operations, (one) => one.once, "done twice"),
    ...slots(known),
    ...limits(history),
  ];
}

interface Known {
  readonly givers: ReadonlyMap<string, readonly Giver[]>;
  readonly slots: ReadonlyMap<string, readonly Giver[]>;
  /** Operations by the names that they end, may end or lower. */
  readonly endings: ReadonlyMap<string, readonly Operation[]>;
  readonly suspensions: ReadonlyMap<string, readonly Operation[]>;
  readonly restorings: ReadonlyMap<string, readonly Operation[]>;
  readonly sendings: ReadonlyMap<string, readonly Operation[]>;
  readonly wrongClocks: History["wrongClocks"];
}

type Giver = Operation & { readonly gives: Given; readonly ended: number };

function index({ operations, wrongClocks }: History): Known {
  const givers = new Map<string, Giver[]>();
  const slots = new Map<string, Giver[]>();
  const endings = new Map<string, Operation[]>();
  const suspensions = new Map<string, Operation[]>();
  const restorings = new Map<string, Operation[]>();
  const sendings = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { ends = [], mayEnd = [], lowers = [], suspends, restores, bytes } = operation;
    if (isGiver(operation)) {
      add(givers, operation.gives.credential, operation);
      if (operation.gives.slot !== undefined) add(slots, operation.gives.slot, operation);
    }
    if (bytes !== undefined) add(sendings, bytes, operation);
    if (!mayHaveHappened(operation)) continue;
    for (const name of new Set([...ends, ...mayEnd, ...lowers])) add(endings, name, operation);
    if (suspends !== undefined) add(suspensions, suspends, operation);
    if (restores !== undefined) add(restorings, restores, operation);
  }
  return { givers, slots, endings, suspensions, restorings, sendings, wrongClocks };
}

function judged(operation: Operation, known: Known): Breach[] {
  const { outcome, final, forged } = operation;
  switch (outcome) {
    case "done":
      return forged
        ? [{ invariant: "accepted though forged", operation }]
        : [...accepted(operation, known)];
    case "rejected":
      return forged ? [] : rejected(operation, known);
    case "silent":
      return [{ invariant: "no answer", operation }];
    case "unavailable":
    case "unknown":
      return final ? [{ invariant: "not recovered", operation }] : [];
  }
}

function* accepted(operation: Operation, known: Known): Generator<Breach> {
  for (const name of operation.leansOn) {
    const end = endingsOf(name, known).find((one) => {
      return has(one.ends, name, known) && surelyBefore(one, operation, name, known);
    });
    if (end !== undefined) yield { invariant: "accepted after its end", operation, against: end };
    const suspension = suspensionOver(operation, name, known);
    if (suspension !== undefined) {
      yield { invariant: "accepted while suspended", operation, against: suspension };
    }
    if (operation.level === undefined) continue;
    const lowerings = endingsOf(name, known).filter((one) => has(one.lowers, name, known));
    const lowering = lowerings.find((one) => surelyBefore(one, operation, name, known));
    if (operation.level === "write" && lowering !== undefined) {
      yield { invariant: "write access after it was lowered", operation, against: lowering };
    }
    const giver = known.givers.get(name)?.find((one) => one.gives.level !== undefined);
    const excused = lowerings.some((one) => maybeBefore(one, operation, name, known));
    if (operation.level === "read" && giver?.gives.level === "write" && !excused) {
      yield { invariant: "lowered without a reason", operation, against: giver };
    }
  }
  const { showed } = operation;
  if (showed !== undefined && showed.said !== showed.is) {
    yield { invariant: "somebody else's answer", operation };
  }
}

function rejected(operation: Operation, known: Known): Breach[] {
  const { code = "" } = operation;
  if (code.startsWith("500")) return [{ invariant: "an internal error", operation }];
  // Forms of pages can be rejected for other reasons, for example because someone else saved in between.
  if (!/^(\d+ \(code \d+\)|sign-in)$/.test(code)) return [];
  if (code === "429 (code 88)" && operation.counts !== undefined) return [];
  return isExcused(operation, code, known)
    ? []
    : [{ invariant: "rejected without a reason", operation }];
}

function isExcused(operation: Operation, code: string, known: Known): boolean {
  const { leansOn } = operation;
  const mayBeEnded = (names: readonly string[]) =>
    names.some((name) =>
      endingsOf(name, known).some((one) => maybeBefore(one, operation, name, known)),
    );
  const maybeSuspended = (kind: string) =>
    leansOn.some(
      (name) =>
        name.startsWith(kind) &&
        known.suspensions.get(name)?.some((one) => one.began < endOf(operation)),
    );
  switch (code) {
    case "401 (code 32)":
      return sentBefore(operation, known) || mayBeEnded(leansOn.filter(authenticatesIt));
    case "401 (code 135)":
      return known.wrongClocks.some(
        ({ from, to }) => from < endOf(operation) && to > operation.began,
      );
    case "401 (code 89)":
    case "403 (code 99)":
    case "sign-in":
      return mayBeEnded(leansOn) || (code === "sign-in" && maybeSuspended("user:"));
    case "403 (code 64)":
      return maybeSuspended("user:");
    case "401 (code 416)":
      return maybeSuspended("application:");
    case "403 (code 261)":
      return mayBeEnded(leansOn);
    default:
      return false;
  }
}

/** Names that are part of a signature; a token that has ended gives another response. */
function authenticatesIt(name: string): boolean {
  return /^(secret|application):/.test(name);
}

function sentBefore(operation: Operation, { sendings }: Known): boolean {
  const same = operation.bytes === undefined ? [] : (sendings.get(operation.bytes) ?? []);
  return same.some((one) => one !== operation && one.began < endOf(operation));
}

/** Operations that end the name itself, or a scope that it belongs to. */
function endingsOf(name: string, { givers, endings }: Known): readonly Operation[] {
  const scopes = givers.get(name)?.[0]?.gives.within ?? [];
  return [name, ...scopes].flatMap((one) => endings.get(one) ?? []);
}

function has(names: readonly string[] | undefined, name: string, { givers }: Known): boolean {
  if (names === undefined) return false;
  const scopes = givers.get(name)?.[0]?.gives.within ?? [];
  return [name, ...scopes].some((one) => names.includes(one));
}

/** Whether `end` surely took effect before `operation` began, and after the thing that it ended existed. */
function surelyBefore(end: Operation, operation: Operation, name: string, known: Known): boolean {
  if (end === operation || end.outcome !== "done" || end.ended === undefined) return false;
  if (end.ended > operation.began) return false;
  if (end.ends?.includes(name)) return true;
  return wasThere(name, end, known) || gaveBefore(name, end, known);
}

function wasThere(name: string, end: Operation, { givers }: Known): boolean {
  return (givers.get(name) ?? []).some((one) => one.ended <= end.began);
}

/**
 * Whoever gave it leaned on something that this ended too, so they came first: an approval, say, that is taken back
 * with the token.
 */
function gaveBefore(name: string, end: Operation, known: Known): boolean {
  return (known.givers.get(name) ?? []).some((giver) =>
    giver.leansOn.some((other) => {
      return giver !== end && has(end.ends, other, known) && wasThere(other, end, known);
    }),
  );
}

/** Whether `end` may have taken effect before `operation` did, and after the thing that it ends existed. */
function maybeBefore(end: Operation, operation: Operation, name: string, known: Known): boolean {
  if (end === operation || end.began >= endOf(operation)) return false;
  // A new secret ends the secrets before it, not itself.
  if (end.gives?.credential === name) return false;
  if (end.ends?.includes(name) || end.mayEnd?.includes(name)) return true;
  const begun = Math.min(...(known.givers.get(name) ?? []).map((one) => one.began));
  return endOf(end) >= begun;
}

/** A suspension that cannot have been lifted before this operation took effect. */
function suspensionOver(
  operation: Operation,
  name: string,
  { suspensions, restorings }: Known,
): Operation | undefined {
  return suspensions.get(name)?.find((suspension) => {
    if (suspension.outcome !== "done" || endOf(suspension) > operation.began) return false;
    return !restorings.get(name)?.some((one) => {
      return one.began < endOf(operation) && endOf(one) > suspension.began;
    });
  });
}

function repeated(
  operations: readonly Operation[],
  by: (operation: Operation) => string | undefined,
  invariant: Invariant,
): Breach[] {
  const first = new Map<string, Operation>();
  return operations.flatMap((operation) => {
    const key = by(operation);
    if (key === undefined || operation.outcome !== "done") return [];
    const against = first.get(key);
    if (against !== undefined) return [{ invariant, operation, against }];
    first.set(key, operation);
    return [];
  });
}

/**
 * A credential never comes back, so all responses with one must come before its ending, and all responses with the next
 * one after it.
 */
function slots(known: Known): Breach[] {
  return [...known.slots.values()].flatMap((givers) => {
    const byCredential = Map.groupBy(givers, (one) => one.gives.credential);
    const inOrder = [...byCredential.values()].sort((a, b) => firstEnd(a) - firstEnd(b));
    return inOrder.slice(1).flatMap((later, position): Breach[] => {
      const earlier = inOrder[position] ?? [];
      if (separated(earlier, later, known) || separated(later, earlier, known)) return [];
      const [operation, against] = [later[0], earlier[0]];
      if (operation === undefined || against === undefined) return [];
      return [{ invariant: "two stand where one may", operation, against }];
    });
  });
}

function separated(before: readonly Giver[], after: readonly Giver[], known: Known): boolean {
  const name = before[0]?.gives.credential ?? "";
  const lastSeen = Math.max(...before.map((one) => one.began));
  return endingsOf(name, known).some(
    (one) => endOf(one) >= lastSeen && one.began <= firstEnd(after),
  );
}

function firstEnd(givers: readonly Giver[]): number {
  return Math.min(...givers.map((one) => one.ended));
}

function limits(history: History): Breach[] {
  const { operations, limits, windowMs, epoch, forgiven, wrongClocks } = history;
  const windowOf = (at: number) => Math.floor((epoch + at) / windowMs);
  const counted = operations.filter((one) => one.counts !== undefined);
  const byKey = Map.groupBy(counted, (one) => one.counts ?? "");
  return [...byKey].flatMap(([key, all]) => {
    const allowed = limits[key] ?? 0;
    const inWindow = (one: Operation, window: number) =>
      windowOf(one.began) <= window && windowOf(endOf(one)) >= window;
    return [...new Set(all.map((one) => windowOf(one.began)))].flatMap((window): Breach[] => {
      const times = 1 + forgiven.filter((at) => windowOf(at) === window).length;
      const admitted = all.filter((one) => {
        const whole = windowOf(one.began) === window && windowOf(endOf(one)) === window;
        return one.outcome === "done" && whole;
      });
      const [beyond] = admitted.slice(allowed * times);
      const early = all.find((one) => {
        if (one.code !== "429 (code 88)" || !inWindow(one, window)) return false;
        // A node may have counted in this window before it came, or long after.
        if (wrongClocks.some(({ from }) => from < endOf(one))) return false;
        if (windowOf(one.began) !== windowOf(endOf(one))) return false;
        const before = all.filter((other) => {
          return other.began < endOf(one) && inWindow(other, window) && other.code === undefined;
        });
        return before.length < allowed;
      });
      return [
        ...(beyond === undefined
          ? []
          : [{ invariant: "more than the limit" as const, operation: beyond }]),
        ...(early === undefined
          ? []
          : [{ invariant: "rejected below the limit" as const, operation: early }]),
      ];
    });
  });
}

function isGiver(operation: Operation): operation is Giver {
  const { gives, outcome, ended } = operation;
  return gives !== undefined && outcome === "done" && ended !== undefined;
}

function mayHaveHappened({ outcome }: Operation): boolean {
  return outcome === "done" || outcome === "unknown" || outcome === "silent";
}

function endOf({ ended, outcome }: Operation): number {
  return ended === undefined || outcome === "unknown" || outcome === "silent"
    ? Number.POSITIVE_INFINITY
    : ended;
}

function add<Value>(to: Map<string, Value[]>, key: string, value: Value): void {
  const there = to.get(key);
  if (there === undefined) to.set(key, [value]);
  else there.push(value);
}
