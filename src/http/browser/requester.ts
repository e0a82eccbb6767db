import type { RequestToken } from "../../domain/credentials.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface AskingApplication {
  readonly applicationName: string;
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
