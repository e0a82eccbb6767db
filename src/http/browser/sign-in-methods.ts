import type { SignUpWay } from "../../domain/operating.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { signUpAsSet } from "../actions/service-settings.ts";

export async function signUpWay({
  ledger,
  config,
}: Pick<Dependencies, "ledger" | "config">): Promise<SignUpWay> {
  return signUpAsSet(await ledger.setting("sign-up"), config);
}

export async function signInMethods(dependencies: Dependencies): Promise<{
  readonly passwords: boolean;
  readonly resetByMail: boolean;
  readonly signUp: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}> {
  const passwords = dependencies.config.signInMethods === "all";
  return {
    passwords,
    resetByMail: passwords && dependencies.mail !== undefined,
    signUp: passwords && (await signUpWay(dependencies)) === "open",
    providers: dependencies.identityProviders.all.map(({ id, name }) => ({ id, name })),
  };
}
