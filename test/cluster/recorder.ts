/** Writes the history: for each request, what it depended on, what it should change, and the response. */
import { setTimeout as wait } from "node:timers/promises";
import type { Asked, ClusterClient, HttpResponse, Told } from "./client.ts";
import type { Operation, Outcome } from "./history.ts";

/** The part of an operation that is known before it is sent. */
export type Deed = Omit<
  Operation,
  "began" | "ended" | "node" | "outcome" | "code" | "gives" | "level" | "showed" | "final"
>;

/** The content of a successful answer; undefined if the response shows no success. */
export type Reading = Pick<Operation, "gives" | "level" | "showed">;

export interface Recorder {
  readonly operations: readonly Operation[];
  /**
   * Resolves once everything under way now is in the history; before that, an operation that excuses another may be
   * missing.
   */
  caughtUp(): Promise<void>;
  /** Whether operations that begin from now on must be answered. */
  finalStage(is: boolean): void;
  /** Something that existed before the history begins. */
  given(operation: Pick<Operation, "name" | "gives">): void;
  perform<Read extends Reading>(
    deed: Deed,
    request: Asked,
    read: (response: HttpResponse) => Read | undefined,
  ): Promise<{ operation: Operation; read: Read | undefined; result: Told }>;
}

export function recorder(client: ClusterClient): Recorder {
  const operations: Operation[] = [];
  const underWay = new Set<Promise<unknown>>();
  let final = false;
  return {
    operations,
    async caughtUp() {
      await Promise.all(underWay);
    },
    finalStage(is) {
      final = is;
    },
    given({ name, gives }) {
      const at = performance.now();
      operations.push({
        name,
        began: at,
        ended: at,
        node: 0,
        outcome: "done",
        leansOn: [],
        ...(gives && { gives }),
      });
    },
    async perform(deed, request, read) {
      const isFinal = final;
      const recorded = Promise.withResolvers<void>();
      underWay.add(recorded.promise);
      const result = await client.send(request);
      const { response, node, began, ended } = result;
      const value = response === undefined ? undefined : read(response);
      const operation: Operation = {
        ...deed,
        node,
        began,
        ended,
        ...outcomeOf(result, value !== undefined),
        ...(value?.gives && { gives: value.gives }),
        ...(value?.level && { level: value.level }),
        ...(value?.showed && { showed: value.showed }),
        ...(isFinal && { final: true as const }),
      };
      operations.push(operation);
      underWay.delete(recorded.promise);
      recorded.resolve();
      // As clients do; otherwise unanswered operations would fill the history.
      if (operation.outcome === "unavailable") await wait(20);
      return { operation, read: value, result };
    },
  };
}

function outcomeOf(
  { response, failure }: Told,
  done: boolean,
): { outcome: Outcome; code?: string } {
  if (failure === "down") return { outcome: "unavailable" };
  if (failure === "silent") return { outcome: "silent" };
  if (response === undefined) return { outcome: "unknown" };
  if (done) return { outcome: "done" };
  const code = codeOf(response);
  if (response.status !== 503) return { outcome: "rejected", code };
  // A page does not tell programs whether anything was changed.
  return { outcome: code === "503 (code 130)" && !isUnknown(response) ? "unavailable" : "unknown" };
}

function isUnknown({ text }: HttpResponse): boolean {
  return text.includes("outcome is unknown");
}

function codeOf({ status, text, headers }: HttpResponse): string {
  if (headers["content-type"]?.includes("json")) {
    const { errors } = JSON.parse(text) as { errors?: { code: number }[] };
    return `${status} (code ${errors?.[0]?.code})`;
  }
  if (status === 500) return "500 (code 131)";
  const signIn = headers.location?.startsWith("/sign-in") || text.includes('name="password"');
  return signIn ? "sign-in" : `page ${status}`;
}
