import { secondFactorRule } from "../../accounts/second-factor-rule.ts";
import { dayMs } from "../../domain/day.ts";
import { hasSecondFactor } from "../../domain/factors.ts";
import { secondFactorDue } from "../../domain/second-factor.ts";
import type { User } from "../../domain/user.ts";
import type { IdentityProvider } from "../../tools/identity-providers/identity-provider.ts";
import { newPasswordProblem } from "../../tools/passwords/new-password.ts";
import type { Call } from "../operation/endpoint.ts";
import { landing, setUpUrl } from "./own-page.ts";

const askedEveryMs = 7 * dayMs;

/** Some pages come first and can be postponed. The password is known only here. */
export async function destination(
  { dependencies, frame }: Pick<Call, "dependencies" | "frame">,
  user: User,
  { password, ...asked }: { readonly password?: string; readonly continueTo: string },
): Promise<string> {
  const continueTo = landing(asked.continueTo, user);
  const { ledger, clock } = dependencies;
  const now = clock();
  const owner = { ...user, serviceName: frame.serviceName };
  const weak = password === undefined ? undefined : await newPasswordProblem(password, owner);
  const prompt = { userId: user.id, now, every: askedEveryMs };
  if (weak !== undefined && (await ledger.askAboutPassword(prompt))) {
    return `/account/password?weak=${weak}&continue=${encodeURIComponent(continueTo)}`;
  }
  const due = secondFactorDue(await secondFactorRule(dependencies), user, now);
  if (due === undefined || hasSecondFactor(await ledger.factorsOf(user.id))) return continueTo;
  return setUpUrl(continueTo);
}

/** A provider that always requires a second factor counts for both. */
export function destinationWithIdentity(
  call: Pick<Call, "dependencies" | "frame">,
  { secondFactor }: IdentityProvider,
  continueTo: string,
): (user: User) => Promise<string> {
  return async (user) =>
    secondFactor ? landing(continueTo, user) : destination(call, user, { continueTo });
}
