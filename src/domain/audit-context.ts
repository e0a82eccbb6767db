/**
 * Who acts, when and from where: the last argument of every write that records an event. `at` is in milliseconds since
 * the epoch. The write adds the name and the subject, and commits the event with the change; then the same value is
 * logged. An event has no secret in it: of a token it names the application and the user.
 */
import type { ApiKey } from "./api-key.ts";
import type { AuditContext } from "./audit.ts";
import type { ApplicationRole } from "./collaborator.ts";
import type { ApplicationId, TokenDigest, UserId } from "./credentials.ts";

export function byUser(
  userId: UserId,
  at: number,
  address: string,
  userAgent?: string,
): AuditContext {
  return { at, actor: `user:${userId}`, address, ...withBrowser(userAgent) };
}

export function byApplication(
  applicationId: ApplicationId,
  at: number,
  address: string,
): AuditContext {
  return { at, actor: `application:${applicationId}`, address };
}

/** A user in their browser. The write is rejected if their session has ended. */
export function bySession(
  { digest, userId }: { readonly digest: TokenDigest; readonly userId: UserId },
  at: number,
  address: string,
  userAgent?: string,
): AuditContext {
  return { ...byUser(userId, at, address, userAgent), session: { digest } };
}

/** The write is also rejected if the user is no longer an administrator. */
export function asAdmin(context: AuditContext): AuditContext {
  return context.session ? { ...context, session: { ...context.session, ofAdmin: true } } : context;
}

/** The write is also rejected if the user no longer has this role in the application, or a higher one. */
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
export function byAnonymous(at: number, address: string, userAgent?: string): AuditContext {
  return { at, actor: "anonymous", address, ...withBrowser(userAgent) };
}

/** As long as a session keeps it. */
function withBrowser(userAgent: string | undefined): Pick<AuditContext, "userAgent"> {
  return userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 300) };
}

export function byCommandLine(at: number): AuditContext {
  return { at, actor: "command-line" };
}

/** A program of the administrator, with an API key. */
export function byApiKey(
  { name }: Pick<ApiKey, "name">,
  at: number,
  address: string,
): AuditContext {
  return { at, actor: `api-key:${name}`, address };
}

/** The service did it on its own. */
export function byService(at: number): AuditContext {
  return { at, actor: "service" };
}
