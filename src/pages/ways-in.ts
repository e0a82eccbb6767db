import type { Dependencies } from "../dependencies.ts";
import { isSignUpWay, type SignUpWay } from "../domain/sign-up.ts";

/** What an operator set last holds, and until then the configuration. */
export async function signUpWay({
  ledger,
  config,
}: Pick<Dependencies, "ledger" | "config">): Promise<SignUpWay> {
  const set = await ledger.setting("sign-up");
  return isSignUpWay(set) ? set : config.signUp;
}

/** What the sign-in page offers to people who cannot sign in. */
export async function waysIn(
  dependencies: Dependencies,
): Promise<{ readonly resetByMail: boolean; readonly signUp: boolean }> {
  return {
    resetByMail: dependencies.mail !== undefined,
    signUp: (await signUpWay(dependencies)) === "open",
  };
}
