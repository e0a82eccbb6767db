import type { AccessLevel } from "../../domain/access.ts";
import { draftWith, problemWithDraft } from "../../domain/application-change.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import {
  type ConsumerKey,
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
  Secret,
  type UserId,
} from "../../domain/credentials.ts";
import { emptyDraft } from "../../domain/fields/application.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { createApplication } from "../../http/actions/create-application.ts";
import type { seededRandom } from "./seeded-random.ts";
import { UsageError } from "./usage-error.ts";

export interface ApplicationOptions {
  readonly name: string;
  /** The default is `["http://127.0.0.1/callback"]`, which allows any port. If it is empty, users get PINs. */
  readonly callbacks?: readonly string[];
  /** The default is `write`. */
  readonly access?: AccessLevel;
  /** "Sign in with the service": consent is skipped for users who already gave access. */
  readonly signIn?: boolean;
  readonly requestEmail?: boolean;
  readonly website?: string;
  readonly description?: string;
  /** 8 to 64 letters and digits. The default is random. */
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
}

export interface TestServerApplication {
  readonly id: string;
  readonly name: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** Throws `UsageError`. */
export async function addApplication(
  ledger: Ledger,
  options: ApplicationOptions,
  ownerId: UserId,
  now: number,
  randomFor: ReturnType<typeof seededRandom>,
): Promise<TestServerApplication> {
  const { name, callbacks = ["http://127.0.0.1/callback"], access = "write" } = options;
  const draft = draftWith(emptyDraft, { ...options, callbacks, access });
  const problem = problemWithDraft(draft);
  if (problem !== undefined) throw new UsageError(problem);
  const random = randomFor(`application ${name}`);
  const id = mintApplicationId(random);
  const consumerKey = keyOr(options.consumerKey, () => mintConsumerKey(random)) as ConsumerKey;
  const secret = keyOr(options.consumerSecret, () => mintConsumerSecret(random).reveal());
  if (await ledger.applicationByConsumerKey(consumerKey)) {
    throw new UsageError(`there is an application with the consumer key ${consumerKey} already`);
  }
  await createApplication(
    { ledger, random },
    {
      ...draft,
      id,
      ownerId,
      consumerKey,
      consumerSecret: new Secret(secret),
      confirmedSchemes: waitingSchemes(draft.callbacks, []),
    },
    byCommandLine(now),
  );
  return { id, name, consumerKey, consumerSecret: secret };
}

function keyOr(given: string | undefined, mint: () => string): string {
  if (given === undefined) return mint();
  if (/^[A-Za-z0-9]{8,64}$/.test(given)) return given;
  throw new UsageError("a consumer key or secret has 8 to 64 letters and digits");
}
