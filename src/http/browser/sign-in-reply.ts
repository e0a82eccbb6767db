import type { Browser } from "../../accounts/browser-session.ts";
import { csrfToken } from "../../accounts/csrf.ts";
import type { RequestToken } from "../../domain/credentials.ts";
import { type SignIn, signInPage } from "../../pages/views/sign-in.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { type Call, pageReply, type Reply } from "../operation/endpoint.ts";
import { leadsToApplication } from "./own-page.ts";
import { passkeyForSignIn } from "./passkey-asked.ts";
import { signInMethods } from "./sign-in-methods.ts";

interface AskingApplication {
  readonly applicationName: string;
}

/** Signing in may lead to the callback at once. */
export async function signInReply(
  call: Call<Browser>,
  asking: AskingApplication | undefined,
  data: Pick<SignIn, "continueTo" | "username"> & Partial<SignIn>,
  more: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { caller, dependencies, frame } = call;
  const page = signInPage({
    frame,
    action: "/sign-in",
    csrf: csrfToken(caller.sessionId, dependencies),
    ...(asking && { applicationName: asking.applicationName }),
    ways: await signInMethods(dependencies),
    passkey: passkeyForSignIn(call),
    ...data,
  });
  return pageReply(page, {
    ...more,
    cookies: caller.cookies,
    formsLeaveSite: leadsToApplication(data.continueTo),
  });
}

/** The application sent the user to sign in. */
export async function requester(
  requestToken: RequestToken | undefined,
  { ledger, clock }: Dependencies,
): Promise<AskingApplication | undefined> {
  const asked = await ledger.requestToken(requestToken ?? "", clock());
  const application = asked && (await ledger.applicationById(asked.applicationId));
  return application && { applicationName: application.name };
}
