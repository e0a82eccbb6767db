/**
 * Who acts, when and from where: the last argument of every write that records an event. `at` is in milliseconds since
 * the epoch. The write adds the name and the subject, and commits the event with the change; then the same value is
 * logged. An event has no secret in it: of a token it names the application and the user.
 */
import type { AuditContext } from "../domain/audit.ts";
import type { ApplicationRole } from "../domain/collaborator.ts";
import type { ApplicationId, TokenDigest, UserId } from "../domain/credentials.ts";

export function byUser(userId: UserId, at: number, address: string): AuditContext {
  return { at, actor: `user:${userId}`, address };
}

export function byApplication(
  applicationId: ApplicationId,
  at: number,
  address: string,
): AuditContext {
  return { at, actor: `application:${applicationId}`, address };
}

/** A person in their browser. The write is refused if their session has ended. */
export function bySession(
  { digest, userId }: { readonly digest: TokenDigest; readonly userId: UserId },
  at: number,
  address: string,
): AuditContext {
  return { ...byUser(userId, at, address), session: { digest } };
}

/** The write is also refused if the person is no longer an operator. */
export function asOperator(context: AuditContext): AuditContext {
  return context.session
    ? { ...context, session: { ...context.session, ofOperator: true } }
    : context;
}

/** The write is also refused if the person no longer has this role in the application, or a higher one. */
export function asRole(
  context: AuditContext,
  applicationId: ApplicationId,
  atLeast: ApplicationRole,
): AuditContext {
  const { session } = context;
  return session
    ? { ...context, session: { ...session, role: { applicationId, atLeast } } }
    : context;
}

/** A caller who has proved nothing. */
export function byStranger(at: number, address: string): AuditContext {
  return { at, actor: "stranger", address };
}

export function byCommandLine(at: number): AuditContext {
  return { at, actor: "command-line" };
}

/** The service did it without being asked. */
export function byService(at: number): AuditContext {
  return { at, actor: "service" };
}
