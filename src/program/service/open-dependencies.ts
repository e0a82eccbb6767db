import { randomBytes } from "node:crypto";
import { sentDetails } from "../../doctor/logged/request-details.ts";
import { admitAll } from "../../domain/ports/rate-limiter.ts";
import { namedReceivers } from "../../http/actions/deliveries.ts";
import { explainRejection, keepsOf } from "../../http/actions/explain-rejection.ts";
import { endpoints } from "../../http/endpoints/index.ts";
import type { Endpoint, PublicDependencies } from "../../http/operation/endpoint.ts";
import { examples } from "../../http/server/examples.ts";
import type { DocumentedOperation } from "../../pages/views/docs/page.ts";
import { openIdentityProviders } from "../../tools/identity-providers/identity-providers.ts";
import { createPasswords } from "../../tools/passwords/passwords.ts";
import { ledgerFilesOf } from "../stores.ts";
import { openBackgroundWrites } from "./background-writes.ts";
import { openFailedAuthentications } from "./failed-authentications.ts";
import { writingUsage } from "./maintenance.ts";
import type { Parts } from "./open-parts.ts";
import type { OwnOrigins } from "./own-origins.ts";
import { providerProblems } from "./provider-problems.ts";
import { openRejectedRequests } from "./rejected-requests.ts";
import { openSourceCounter } from "./source-counter.ts";
import type { Start } from "./start.ts";
import { openTraitCounter } from "./trait-counter.ts";
import { openUsageCounter } from "./usage-counter.ts";
import { openVerifiedRequests } from "./verified-requests.ts";

export function openDependencies(
  { config, look, providers, resources, log, clock, random, process }: Start,
  { stores, watchedLimits, mail, icons, documentation, ownLimits, sunsets }: Parts,
  origins: OwnOrigins,
): PublicDependencies {
  const { ledger, keys, nonceStore, rateLimiter } = stores;
  const usage = openUsageCounter(ledger);
  resources.defer(writingUsage(usage, log));
  const sources = openSourceCounter(ledger, clock);
  resources.defer(writingUsage(sources, log));
  const traits = openTraitCounter(ledger, clock);
  resources.defer(writingUsage(traits, log));
  const rejected = resources.use(
    openRejectedRequests({
      explain: (one) => explainRejection(one, dependencies),
      keptDays: config.requestLogDays,
      ledger,
      clock,
      failed: (reason) => log.warn({ reason }, "a rejected request could not be recorded"),
    }),
  );
  const verifiedRequests = resources.use(
    openVerifiedRequests({
      detailsOf: (sent, operation) =>
        sentDetails(sent, keepsOf({ operation, config, ifUnset: ["*"] })),
      keptDays: config.requestLogDays,
      ledger,
      random: fractions(),
      failed: (reason) => log.warn({ reason }, "verified requests could not be logged"),
    }),
  );
  const dependencies: PublicDependencies = {
    ledger,
    ledgerFiles: ledgerFilesOf(config),
    nonceStore,
    // The watch emails owners when a limit is almost used up, so without email nothing watches.
    rateLimiter: (mail ? watchedLimits?.meter : rateLimiter) ?? admitAll,
    ownLimits,
    sunsets,
    usage,
    sources,
    traitCounter: traits,
    decidedRequests: {
      add(decided) {
        usage.add(decided);
        sources.add(decided);
        traits.add(decided);
        verifiedRequests.add(decided);
      },
    },
    verifiedRequests,
    failedAuthentications: openFailedAuthentications(),
    rejected,
    background: resources.use(openBackgroundWrites(log)),
    icons,
    identityProviders: openIdentityProviders(providers, {
      clock,
      random,
      onProblem: providerProblems(clock, (one) =>
        log.warn(one, "a sign-in at an identity provider failed"),
      ),
    }),
    operations: documentedOperations(endpoints),
    docsGroups: documentation.groups,
    keys,
    // Several processes have one each.
    passwords: createPasswords(process === undefined ? 2 : 1),
    mail,
    config,
    languages: look.languages,
    receiverStates: () => namedReceivers({ ledger, config }),
    assets: look.assets,
    icon: look.icon,
    get origins() {
      return origins.all;
    },
    clock,
    random,
  };
  return dependencies;
}

/** Fractions below 1, from bytes that are drawn for many at a time: a request needs one. */
function fractions(): () => number {
  let drawn = new Uint32Array();
  let at = 0;
  return () => {
    if (at === drawn.length) {
      drawn = new Uint32Array(new Uint8Array(randomBytes(4096)).buffer);
      at = 0;
    }
    at += 1;
    return (drawn[at - 1] ?? 0) / 2 ** 32;
  };
}

/** Programs call these operations or send users to them. */
function documentedOperations(all: readonly Endpoint[]): readonly DocumentedOperation[] {
  const recorded = examples();
  return (
    all
      .filter(({ name, produces }) => /^(?:json|form)$/.test(produces) || name.startsWith("oauth/"))
      // Only the administrator's identity providers call it.
      .filter(({ name }) => name !== "sign-out/from")
      .map(({ name, methods, paths: [path], summary, caller: { scheme }, ...one }) => {
        const { exchanges: [example] = [], rejections = [] } = recorded[name] ?? {};
        const fields = one.produces === "page" ? [] : (one.fields ?? []);
        const parameters = [...one.reads, ...fields];
        return { name, methods, path, summary, scheme, parameters, example, rejections };
      })
  );
}
