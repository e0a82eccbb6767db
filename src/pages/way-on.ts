import { secondFactorRule } from "../authentication/second-factor-rule.ts";
import { hasSecondFactor } from "../domain/factors.ts";
import { secondFactorDue } from "../domain/second-factor.ts";
import type { User } from "../domain/user.ts";
import type { Call } from "../endpoint.ts";
import { newPasswordProblem } from "../passwords/new-password.ts";
import { setUpAddress } from "./signed-in.ts";

/** A weak password is asked about at most this often. */
const askedEveryMs = 7 * 86_400_000;

/**
 * Where somebody goes on who has typed the right password: by way of what they are asked to do first, and may put off.
 * The password is at hand only here.
 */
export async function wayOn(
  { dependencies, frame }: Pick<Call, "dependencies" | "frame">,
  user: User,
  password: string,
  continueTo: string,
): Promise<string> {
  const { ledger, clock } = dependencies;
  const now = clock();
  const weak = await newPasswordProblem(password, { ...user, serviceName: frame.serviceName });
  const asked = { userId: user.id, now, every: askedEveryMs };
  if (weak !== undefined && (await ledger.askAboutPassword(asked))) {
    return `/account/password?weak=${weak}&continue=${encodeURIComponent(continueTo)}`;
  }
  const due = secondFactorDue(await secondFactorRule(dependencies), user);
  if (due === undefined || hasSecondFactor(await ledger.factorsOf(user.id))) return continueTo;
  return setUpAddress(continueTo);
}
