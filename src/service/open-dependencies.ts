import { explainRefusal } from "../actions/explain-refusal.ts";
import type { Dependencies, DocumentedOperation } from "../dependencies.ts";
import { admitAll } from "../domain/ports/rate-meter.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints/index.ts";
import { openIcons } from "../icons/icons.ts";
import { openIdentityProviders } from "../identity-providers/identity-providers.ts";
import { createPasswords } from "../passwords/passwords.ts";
import { ledgerFilesOf } from "../stores.ts";
import { writingUsage } from "./chores.ts";
import type { Parts } from "./open-parts.ts";
import type { OwnOrigins } from "./own-origins.ts";
import { providerTroubles } from "./provider-troubles.ts";
import { openRefusedRequests } from "./refused-requests.ts";
import type { Start } from "./start.ts";
import { openUnprovenRequests } from "./unproven-requests.ts";
import { openUnwaitedWrites } from "./unwaited-writes.ts";
import { openUsageCounter } from "./usage-counter.ts";

export function openDependencies(
  { config, look, providers, opened, log, clock, random, process }: Start,
  { stores, watchedLimits, mail, ownLimits, workers }: Parts,
  origins: OwnOrigins,
): Dependencies {
  const { ledger, keys, replayBook, rateMeter } = stores;
  const usage = openUsageCounter(ledger);
  opened.defer(writingUsage(usage, log));
  const refused = opened.use(
    openRefusedRequests({
      explain: (one) => explainRefusal(one, dependencies),
      ledger,
      clock,
      failed: (reason) => log.warn({ reason }, "a refused request could not be kept"),
    }),
  );
  const dependencies: Dependencies = {
    ledger,
    ledgerFiles: ledgerFilesOf(config),
    replayBook,
    // The watch tells owners by email that a limit is almost used up, so without mail nothing watches.
    rateMeter: (mail ? watchedLimits?.meter : rateMeter) ?? admitAll,
    ownLimits,
    usage,
    unproven: openUnprovenRequests(),
    refused,
    unwaited: opened.use(openUnwaitedWrites(log)),
    icons: openIcons(),
    identityProviders: openIdentityProviders(providers, {
      clock,
      random,
      troubled: providerTroubles(clock, (one) =>
        log.warn(one, "a sign-in at an identity provider failed"),
      ),
    }),
    operations: documentedOperations(endpoints),
    keys,
    // Several processes have one each.
    passwords: createPasswords(process === undefined ? 2 : 1),
    mail,
    config,
    receiverStates: async () => (await workers.deliverer?.states()) ?? [],
    assets: look.assets,
    get origins() {
      return origins.all;
    },
    clock,
    random,
  };
  return dependencies;
}

/** Programs call these operations or send users to them. */
function documentedOperations(all: readonly Endpoint[]): readonly DocumentedOperation[] {
  return (
    all
      .filter(({ name, produces }) => /^(?:json|form)$/.test(produces) || name.startsWith("oauth/"))
      // Only the administrator's identity providers call it.
      .filter(({ name }) => name !== "sign-out/from")
      .map(({ name, methods, paths: [path], summary, caller: { scheme } }) => {
        return { name, methods, path, summary, scheme };
      })
  );
}
