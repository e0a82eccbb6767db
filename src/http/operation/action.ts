/**
 * What an administrator does, as a value with one name. A change of a page, an operation of the admin API, and a
 * command are views of it: they read its input, and say in their own words what came of it.
 */
import type { AuditContext, AuditEventName } from "../../domain/audit.ts";
import type { Mail } from "../../tools/mail/mail.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { AdminProblem, type AdminProblemName } from "./admin-problem.ts";

/** What actions use. A command has no server, and passes its own. */
export interface ActionParts
  extends Pick<Dependencies, "ledger" | "random" | "config" | "languages" | "origins" | "clock"> {
  readonly usage: Pick<Dependencies["usage"], "usageOf">;
  readonly passwords: Pick<Dependencies["passwords"], "hash">;
  readonly mail: Pick<Mail, "sendAsked"> | undefined;
  readonly rateLimiter: Pick<Dependencies["rateLimiter"], "hit">;
  readonly ownLimits: Omit<Dependencies["ownLimits"], "of" | "apiLimits">;
  readonly sunsets: Pick<Dependencies["sunsets"], "replace">;
  readonly keys: Pick<Dependencies["keys"], "open">;
}

/** `Result` is what was done or, as a string, why nothing was changed. */
export interface Action<Input, Result> {
  /** In camel case, such as `suspendUser`: the operation's ID. In kebab case, a form names its change by it. */
  readonly name: string;
  /** What the audit log records of it. */
  readonly event: AuditEventName;
  /** A page needs a recent sign-in for it: it gives power or access, or ends something permanently. */
  readonly sensitive: boolean;
  /** May throw `AdminProblem` for what only programs can send. */
  readonly run: (parts: ActionParts, input: Input, by: AuditContext) => Promise<Result>;
  /** What a program's problem is, and what to do about it. Pages have their own words. */
  readonly rejections: Readonly<Record<Rejection<Result>, ActionProblem>>;
}

export type Rejection<Result> = Extract<Result, string>;
export type Done<Result> = Exclude<Result, string>;
export type ActionProblem = readonly [problem: AdminProblemName, detail: string];

export function action<
  Input,
  Result extends object | string | true | undefined,
  Sensitive extends boolean,
>(
  definition: Action<Input, Result> & { readonly sensitive: Sensitive },
): Action<Input, Result> & { readonly sensitive: Sensitive } {
  return definition;
}

/** For a write that has a name for success too: returns why it changed nothing, if so. */
export function otherThan<Outcome extends string, Success extends Outcome>(
  outcome: Outcome,
  success: Success,
): Exclude<Outcome, Success> | undefined {
  return outcome === success ? undefined : (outcome as Exclude<Outcome, Success>);
}

export function isRejection<Result>(result: Result): result is Rejection<Result> {
  return typeof result === "string";
}

/**
 * Returns what was done. Throws `AdminProblem` for a rejection. `reread` reads what the input came from once more, and
 * throws if that is the reason: it was deleted or suspended since.
 */
export async function perform<Input, Result>(
  { run, rejections }: Action<Input, Result>,
  { dependencies, by }: { readonly dependencies: ActionParts; readonly by: AuditContext },
  input: Input,
  reread?: () => Promise<unknown>,
): Promise<Done<Result>> {
  const result = await run(dependencies, input, by);
  if (!isRejection(result)) return result as Done<Result>;
  await reread?.();
  const [problem, detail] = rejections[result];
  throw new AdminProblem(problem, detail);
}
