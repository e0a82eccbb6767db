import type { Dependencies } from "../dependencies.ts";
import { isSignUpWay, type SignUpWay } from "../domain/sign-up.ts";

export async function signUpWay({
  ledger,
  config,
}: Pick<Dependencies, "ledger" | "config">): Promise<SignUpWay> {
  return signUpAsSet(await ledger.setting("sign-up"), config);
}

/** The administrator's last setting precedes the configuration. */
export function signUpAsSet(
  set: string | undefined,
  { signUp }: Pick<Dependencies["config"], "signUp">,
): SignUpWay {
  return isSignUpWay(set) ? set : signUp;
}

export async function waysIn(dependencies: Dependencies): Promise<{
  readonly passwords: boolean;
  readonly resetByMail: boolean;
  readonly signUp: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}> {
  const passwords = dependencies.config.waysIn === "all";
  return {
    passwords,
    resetByMail: passwords && dependencies.mail !== undefined,
    signUp: passwords && (await signUpWay(dependencies)) === "open",
    providers: dependencies.identityProviders.all.map(({ id, name }) => ({ id, name })),
  };
}
