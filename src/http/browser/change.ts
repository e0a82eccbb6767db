/**
 * What a form of a signed-in user changes, as a value: how sensitive it is, how the form is read, what it does. A
 * session that was left open or stolen must not suffice for what gives power or access, or ends something permanently.
 * `makeChange` checks that, and only then gives `run` the audit context, without which nothing is written.
 */
import type { AuditContext } from "../../domain/audit.ts";
import type { PasswordHash } from "../../domain/credentials.ts";
import type { ChangeReauthentication } from "../../pages/views/viewer.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { type Action, type Done, isRejection, type Rejection } from "../operation/action.ts";
import type { Parameter, Reply, Sensitivity } from "../operation/endpoint.ts";
import { notFound, notUnderstood } from "./error-pages.ts";
import { confirmingCode, confirmingPasskey, confirmingPassword, csrf } from "./form-fields.ts";
import {
  authenticatePassword,
  type PasswordReauthentication,
  reauthenticate,
} from "./reauthenticate.ts";
import type { Form, ViewerCall } from "./viewer-call.ts";

type Replies = Reply | Promise<Reply>;

export type Changing<C extends ViewerCall> = C & {
  /** Writes with it are rejected once the session has ended. */
  readonly auditContext: AuditContext;
};

/** Such a change only takes something away, or the user can easily undo it. */
type Harmless<C extends ViewerCall> = {
  readonly sensitive: false;
  readonly run: (call: Changing<C>, form: Form) => Replies;
};

type Sensitive<C extends ViewerCall, Draft> = {
  readonly sensitive: true;
  /** The draft may be insensitive; by default none is. */
  readonly onlyIf?: (draft: Draft) => boolean;
  readonly read: (call: C, form: Form) => Draft | EarlyReply | Promise<Draft | EarlyReply>;
  /** The form is shown again, with a password or code to enter. `reauthentication` has the reason. */
  readonly ask: (call: C, reauthentication: ChangeReauthentication, draft: Draft) => Replies;
  /** Undefined if what `read` relied on has changed since: the form is then read and run again. */
  readonly run: (call: Changing<C>, draft: Draft) => Replies | Promise<Reply | undefined>;
};

/** Such a change needs the password however recent the sign-in; without a password, a recent sign-in. */
type PasswordProtected<C extends ViewerCall, Draft> = {
  readonly sensitive: "password";
  readonly read: (call: C, form: Form) => Draft | EarlyReply | Promise<Draft | EarlyReply>;
  readonly ask: (call: C, reauthentication: PasswordReauthentication, draft: Draft) => Replies;
  readonly run: (
    call: Changing<C>,
    draft: Draft,
    passwordHash: PasswordHash | undefined,
  ) => Replies;
};

export type Change<C extends ViewerCall, Draft> =
  | Harmless<C>
  | Sensitive<C, Draft>
  | PasswordProtected<C, Draft>;

/** The form's field `change` names one. A form without it has one change, named "". */
export type Changes<C extends ViewerCall, Drafts> = {
  readonly [Name in keyof Drafts]: Change<C, Drafts[Name]>;
};

/** How a page shows an action: what it reads from the form, and what it shows afterwards. */
interface ActionView<C extends ViewerCall, Draft, Input, Result> {
  readonly input: (call: Changing<C>, draft: Draft) => Input;
  readonly done: (call: Changing<C>, done: Done<Result>, draft: Draft) => Replies;
  /** By default, what is gone is not found, and the form of anything else was not one of ours. */
  readonly rejected?: (
    call: Changing<C>,
    why: Rejection<Result>,
    draft: Draft,
  ) => Replies | undefined;
}

/** A change of a page that makes a sensitive action. */
export function sensitiveChange<C extends ViewerCall, Draft, Input, Result>(
  action: Action<Input, Result> & { readonly sensitive: true },
  view: ActionView<C, Draft, Input, Result> & Pick<Sensitive<C, Draft>, "read" | "ask">,
): Sensitive<C, Draft> {
  const { read, ask } = view;
  return { sensitive: true, read, ask, run: (call, draft) => performed(action, view, call, draft) };
}

/** A change of a page that makes an action that is not sensitive. */
export function plainChange<C extends ViewerCall, Draft, Input, Result>(
  action: Action<Input, Result> & { readonly sensitive: false },
  view: ActionView<C, Draft, Input, Result> & Pick<Sensitive<C, Draft>, "read">,
): Harmless<C> {
  return {
    sensitive: false,
    async run(call, form) {
      const draft = await view.read(call, form);
      return draft instanceof EarlyReply ? draft.reply : performed(action, view, call, draft);
    },
  };
}

async function performed<C extends ViewerCall, Draft, Input, Result>(
  action: Action<Input, Result>,
  view: ActionView<C, Draft, Input, Result>,
  call: Changing<C>,
  draft: Draft,
): Promise<Reply> {
  const input = view.input(call, draft);
  const result = await action.run(call.dependencies, input, call.auditContext);
  if (!isRejection(result)) return view.done(call, result as Done<Result>, draft);
  return (
    view.rejected?.(call, result, draft) ??
    (result === "gone" ? notFound(call) : notUnderstood(call))
  );
}

/** The form is wrong, or nothing is left to do. */
export class EarlyReply {
  readonly reply: Replies;
  constructor(reply: Replies) {
    this.reply = reply;
  }
}

/** What the page says was done: the first name in the query, if it is one of its texts. */
export function doneIn<Name extends string>(
  { incoming }: ViewerCall,
  texts: Readonly<Record<Name, unknown>>,
): Name | undefined {
  const [name = ""] = queryOf(incoming).keys();
  return isNamed(texts, name) ? name : undefined;
}

/** The form needs no reading before the check. */
export function asSent(_call: ViewerCall, form: Form): Form {
  return form;
}

export function sensitivityOf(changes: Described): Readonly<Record<string, Sensitivity>> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, { sensitive, onlyIf }]) => {
      if (sensitive === "password") return [name, "password"];
      if (!sensitive) return [name, "none"];
      return [name, onlyIf ? "sometimes" : "recent"];
    }),
  );
}

type Described = Readonly<
  Record<string, { readonly sensitive: boolean | "password"; readonly onlyIf?: unknown }>
>;

export function fieldsOf(
  own: readonly Parameter[],
  sensitivity: Readonly<Record<string, Sensitivity>>,
): readonly Parameter[] {
  const names = Object.keys(sensitivity).filter((name) => name !== "");
  const asks = Object.values(sensitivity).some((one) => one !== "none");
  const change = { name: "change", required: true, meaning: "What to do.", values: names };
  return [
    csrf,
    ...(names.length > 0 ? [change] : []),
    ...own,
    ...(asks ? [confirmingPassword, confirmingCode, confirmingPasskey] : []),
  ].filter((one, at, all) => all.findIndex(({ name }) => name === one.name) === at);
}

/** Returns undefined if the form has to be read again. */
export async function makeChange<C extends ViewerCall, Drafts>(
  changes: Changes<C, Drafts>,
  call: C,
  form: Form,
  auditContext: AuditContext,
): Promise<Reply | undefined> {
  // The client chooses the name, so it must not reach what every object has.
  const name = Object.hasOwn(changes, "") ? "" : (form.get("change") ?? "");
  if (!isNamed(changes, name)) return notUnderstood(call);
  const change = changes[name];
  const changing = { ...call, auditContext };
  if (change.sensitive === false) return change.run(changing, form);
  const draft = await change.read(call, form);
  if (draft instanceof EarlyReply) return draft.reply;
  if (change.sensitive === "password") {
    const authEvent = await authenticatePassword(call, form);
    if (authEvent.result === "right") return change.run(changing, draft, authEvent.passwordHash);
    return withAnswer(await change.ask(call, authEvent.reauthentication, draft), authEvent);
  }
  const isSensitive = change.onlyIf === undefined || change.onlyIf(draft);
  const missing = isSensitive ? await reauthenticate(call, form) : undefined;
  if (missing === undefined) return change.run(changing, draft);
  const { problem, minutes } = missing;
  return withAnswer(await change.ask(call, { problem, minutes, change: name }, draft), missing);
}

function isNamed<Named extends object>(changes: Named, name: string): name is keyof Named & string {
  return Object.hasOwn(changes, name);
}

/** A missing reauthentication sets the status, unless the page shows that the form's subject is gone. */
function withAnswer(
  reply: Reply,
  { status, headers }: Pick<Required<Reply>, "status" | "headers">,
) {
  return reply.status === 200
    ? { ...reply, status, headers: { ...reply.headers, ...headers } }
    : reply;
}
