/**
 * One call that an application's program would send, signed with its secret and the user's own access token. It passes
 * every check of a program's call, counts as one, and is in the request log; but it does not leave the service, so no
 * secret does.
 */
import { sign } from "#oauth1";
import type { Application } from "../../domain/application.ts";
import type { UserId } from "../../domain/credentials.ts";
import { methodsFor } from "../../domain/signature-methods.ts";
import type { SentCall } from "../../pages/views/portal/sent-call.ts";
import { exampleCall } from "../../pages/views/portal/signers.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { errorJson } from "../../verification/error-response.ts";
import { runOperation } from "../../verification/run-operation.ts";
import { verifyCredentials } from "./verify-credentials.ts";

/** `incoming` is the form that asks for it. Returns undefined if the user has no access token of the application. */
export async function sendAsProgram(
  incoming: Incoming,
  { application, userId }: { readonly application: Application; readonly userId: UserId },
  dependencies: Dependencies,
): Promise<SentCall | undefined> {
  const { id: applicationId, consumerKey } = application;
  const { ledger, clock, config, origins } = dependencies;
  const search = { applicationId, userId, after: undefined, size: 1 };
  const [own] = await ledger.accessTokens(search);
  const held = own && (await ledger.accessTokenCredentials(consumerKey, own.token, clock()));
  const consumerSecret = held?.consumer.consumerSecrets[0]?.reveal();
  if (held === undefined || consumerSecret === undefined) return undefined;
  const { method, url, parameters } = exampleCall(origins[0]);
  const { host, pathname } = new URL(url);
  const query = new URLSearchParams(parameters.map(([...pair]) => pair)).toString();
  const { token, secret } = held.access;
  const credentials = { consumerKey, consumerSecret, token, tokenSecret: secret.reveal() };
  const [signatureMethod] = methodsFor(application, config.signatureMethods);
  const timestamp = Math.floor(clock() / 1000);
  const { authorization } = sign({ method, url: `${url}?${query}` }, credentials, {
    timestamp,
    nonce: Buffer.from(dependencies.random(16)).toString("hex"),
    ...(signatureMethod && { signatureMethod }),
  });
  // The ID of the form's own request stays its own.
  const sent: Incoming = {
    id: `${incoming.id}.1`,
    method,
    path: pathname,
    query,
    headers: { host },
    secure: incoming.secure,
    authorization,
    authorizations: 1,
    contentType: undefined,
    body: "",
    form: "",
    address: incoming.address,
    userAgent: "Countersign",
  };
  const began = performance.now();
  const outcome = await runOperation(sent, verifyCredentials, dependencies, (caller) =>
    verifyCredentials.operation({ caller, dependencies }),
  );
  const tookMs = performance.now() - began;
  const { status, body } =
    outcome.rejection === undefined
      ? outcome.result
      : errorJson(outcome.rejection, authorization, origins[0], verifyCredentials);
  return { id: sent.id, status, body: String(body), tookMs };
}
