import type { Config } from "../../config/config.ts";
import { readIdentityProviders } from "../../config/identity-providers.ts";
import { boundedFetch } from "../../tools/identity-providers/bounded-fetch.ts";
import type { IdentityProvider } from "../../tools/identity-providers/identity-provider.ts";
import { aheadOf, type OtherClock } from "./clock.ts";
import { type Finding, failure, ok, reasonOf, skipped } from "./finding.ts";
import { timeIn } from "./request.ts";

export interface CheckedProviders {
  readonly findings: readonly Finding[];
  /** They are on other machines, so a wrong clock of this one shows. */
  readonly clocks: readonly OtherClock[];
}

export async function checkIdentityProviders({
  identityProviders: file,
}: Pick<Config, "identityProviders">): Promise<CheckedProviders> {
  if (file === undefined) {
    const message = "No identity providers: COUNTERSIGN_IDENTITY_PROVIDERS is not set";
    return { findings: [skipped("identity providers", message)], clocks: [] };
  }
  let all: readonly IdentityProvider[];
  try {
    all = readIdentityProviders(file);
  } catch (error) {
    const fix = "Correct it: the service won't start until then";
    const finding = failure("identity providers", `${file}: ${reasonOf(error)}`, fix);
    return { findings: [finding], clocks: [] };
  }
  const clocks: OtherClock[] = [];
  const tell = (clock: OtherClock) => void clocks.push(clock);
  return { findings: await Promise.all(all.map((one) => checkProvider(one, tell))), clocks };
}

const maxMs = 8_000;

async function checkProvider(
  { id, issuer }: IdentityProvider,
  tell: (clock: OtherClock) => void,
): Promise<Finding> {
  const address = metadataAddress(issuer);
  const before = Date.now();
  let response: Response;
  try {
    response = await boundedFetch(address, { signal: AbortSignal.timeout(maxMs) });
  } catch (error) {
    return wrong(
      `${id}: ${address} doesn't respond: ${causeOf(error)}`,
      "Make it reachable from this machine, over TLS with a certificate for that name; NODE_EXTRA_CA_CERTS adds a certificate authority",
    );
  }
  const time = timeIn({ date: response.headers.get("date") ?? "" });
  if (time !== undefined) {
    const ahead = aheadOf(time, before - 1000, Date.now());
    tell({ whose: `the identity provider ${id}`, ahead });
  }
  if (response.status !== 200) {
    return wrong(
      `${id}: ${address} returns ${response.status}`,
      'Correct "issuer": see the OpenID Connect documentation of the provider',
    );
  }
  return judged(id, issuer, address, await metadataIn(response));
}

function judged(
  id: string,
  issuer: string,
  address: string,
  metadata: Readonly<Record<string, unknown>> | undefined,
): Finding {
  if (metadata === undefined) {
    return wrong(
      `${id}: ${address} is not JSON`,
      'Correct "issuer": a different server responds there',
    );
  }
  const named = metadata["issuer"];
  if (named !== issuer) {
    const message = typeof named === "string" ? JSON.stringify(named.slice(0, 200)) : "nothing";
    return wrong(
      `${id}: ${address} names the issuer ${message}, and the settings ${JSON.stringify(issuer)}`,
      'Set "issuer" to exactly the value in the metadata of the provider',
    );
  }
  const missing = needed.filter((name) => typeof metadata[name] !== "string");
  if (missing.length > 0) {
    return wrong(
      `${id}: ${address} has no ${missing.join(", ")}`,
      "Use an OpenID Connect provider that supports the authorization code flow",
    );
  }
  return ok("identity providers", `${id}: ${issuer} responds and its issuer matches`);
}

/** OpenID Connect Discovery 1.0 §3. */
const needed = ["authorization_endpoint", "token_endpoint", "jwks_uri"];

/** §4.1 */
function metadataAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

async function metadataIn(
  response: Response,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const found: unknown = await response.json();
    return typeof found === "object" && found !== null ? { ...found } : undefined;
  } catch {
    return undefined;
  }
}

/** `fetch` only reports that it failed; the reason is in `cause`. */
function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return "no response within 8 seconds";
  return reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

function wrong(message: string, fix: string): Finding {
  return failure("identity providers", message, fix);
}
