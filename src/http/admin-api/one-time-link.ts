import { z } from "zod";
import type { Config } from "../../config/config.ts";
import type { User } from "../../domain/user.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import type { IssuedLink } from "../actions/issue-link.ts";
import { type UselessLink, uselessLink } from "../actions/password-link.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { time, timeOf } from "./shapes.ts";

export const createdLink = z
  .strictObject({
    url: z.string().describe("It works once, and is never returned again."),
    expires_at: time,
  })
  .meta({ id: "CreatedLink" });

export function linkJson({ href, expiresAt }: IssuedLink): z.input<typeof createdLink> {
  return { url: href, expires_at: timeOf(expiresAt) };
}

/** What a link is made from; its origin is the service's own. */
export function linkParts({ ledger, random, origins }: Dependencies) {
  return { ledger, random, origin: origins[0] };
}

/** Throws 409 if no user signs in with a password. */
export function rejectWithoutPasswords({ signInMethods }: Pick<Config, "signInMethods">): void {
  if (signInMethods !== "all") throw new AdminProblem("conflict", sentences["no-passwords"]);
}

/** Throws 409, because the link would not work. */
export async function rejectUseless(
  { ledger, config }: Dependencies,
  user: User,
  purpose: "password-reset" | "account-recovery",
): Promise<void> {
  const useless = await uselessLink(ledger, config, user, purpose);
  if (useless !== undefined) throw new AdminProblem("conflict", sentences[useless]);
}

const sentences = {
  "no-passwords": "Users sign in only with identity providers.",
  suspended: "The user is suspended. Restore the user first.",
  "no-password": "The user has no password to reset. A recovery link sets one.",
} as const satisfies Readonly<Record<UselessLink, string>>;
