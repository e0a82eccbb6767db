/** Where a configuration is applied: the database, or a running service through its admin API. */
import type { z } from "zod";
import { AdminProblem, adminClient, type Configuration as Sent } from "#admin-client";
import { isLoopbackHost } from "../../../config/addresses.ts";
import type { Config } from "../../../config/config.ts";
import { atFile } from "../../../config/read-error.ts";
import { shortName } from "../../../domain/api-limits.ts";
import type { ListedApplication as ListedRow } from "../../../domain/application.ts";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import { byCommandLine } from "../../../domain/audit-context.ts";
import { OutcomeUnknown } from "../../../domain/errors.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { everyItem, placeOf } from "../../../domain/slice.ts";
import type { ConsumerKeys } from "../../../http/actions/create-application.ts";
import { sunsetsIn } from "../../../http/actions/sunsets.ts";
import { userGiven } from "../../../http/actions/user-given.ts";
import {
  type listedApplication,
  listedApplicationJson,
} from "../../../http/admin-api/application.ts";
import { PlanRejected, planFor } from "../../../http/admin-api/configuration/plan.ts";
import { presentConfiguration } from "../../../http/admin-api/configuration/present.ts";
import type { PlannedChange } from "../../../http/admin-api/configuration/step.ts";
import type { Configuration } from "../../../http/admin-api/configuration/wanted.ts";
import { readSecretFile } from "../../../tools/files/secret-file.ts";
import { Failed, WrongUse, warn } from "../outcome.ts";
import { withLedger } from "../stores.ts";

export interface Change extends PlannedChange {
  /** Why it can't be made here, so that nothing is begun. */
  readonly problem?: string;
  /** A new application gets the keys. Throws `Failed`, and nothing was changed, or `OutcomeUnknown`. */
  run(keys: ConsumerKeys | undefined): Promise<unknown>;
}

export interface Target {
  /** Throws `Failed` with everything that can't be done. */
  plan(configuration: Configuration): Promise<readonly Change[]>;
  present(): Promise<Sent>;
  applications(): Promise<readonly ListedApplication[]>;
  /** Their names. */
  sunsets(): Promise<readonly string[]>;
  /** The names of those that are not configured. */
  apiLimits(): Promise<readonly string[]>;
  /** Of a screen name or ID. Undefined if there is no such user. */
  userId(given: string): Promise<string | undefined>;
}

export interface ListedApplication {
  readonly consumer_key: string;
  readonly name: string;
  /** The screen name. */
  readonly owner: string;
  readonly ownerId: string;
  /** A day in UTC. Undefined: never. */
  readonly lastUsedOn: string | undefined;
}

/** Without a URL, it is the database. */
export async function withTarget<T>(
  url: string | undefined,
  run: (target: Target) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return run(serviceAt(url));
  return withLedger((ledger, config) => run(databaseOf(ledger, config)));
}

function databaseOf(ledger: Ledger, config: Config): Target {
  return {
    async plan(configuration) {
      const planning = { ledger, config, now: Date.now() };
      const steps = await orFailed(() => planFor(configuration, planning));
      return steps.map((step) => ({
        ...step,
        run: (keys) => orFailed(async () => step.run(byCommandLine(Date.now()), keys)),
      }));
    },
    present: async () => (await presentConfiguration({ ledger, config, now: Date.now() })) as Sent,
    async applications() {
      const search = { text: "", order: "name" } as const;
      const all = everyItem(
        (after) => ledger.searchApplications(search, { after, size: 500 }),
        (one: ListedRow) => placeOf(search.order, one),
      );
      return Array.fromAsync(all, (one) => {
        const { consumer_key, name, owner, last_used_on } = listedApplicationJson(one);
        return listedHere({ consumer_key, name, owner, last_used_on });
      });
    },
    sunsets: async () => (await sunsetsIn({ ledger })).map(({ name }) => name),
    apiLimits: async () => (await ledger.apiLimits()).map(shortName),
    userId: async (given) => (await userGiven(ledger, given))?.id,
  };
}

async function orFailed<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PlanRejected) throw new Failed(`nothing was changed\n${error.message}`);
    throw error instanceof ConfigurationRejected ? new Failed(error.message) : error;
  }
}

function listedHere({
  consumer_key,
  name,
  owner,
  last_used_on,
}: Pick<z.input<typeof listedApplication>, "consumer_key" | "name" | "owner" | "last_used_on">) {
  const lastUsedOn = last_used_on ?? undefined;
  return { consumer_key, name, owner: owner.screen_name, ownerId: owner.id, lastUsedOn };
}

/** A plan of many applications takes a while. */
const timeoutMs = 120_000;

function serviceAt(url: string): Target {
  const client = clientFor(url);
  return {
    async plan(configuration) {
      const planned = client.call("POST /configuration/plan", { body: configuration as Sent });
      const { body } = await planned.catch((error: unknown) => {
        throw new Failed(reasonOf(error, "nothing was changed\n"));
      });
      return body.changes.map(({ tag, ...change }) => ({
        ...change,
        ...(change.part === "administrators" && { problem: administratorsBlocked }),
        run: (keys) => {
          const part = partOf(configuration, change.part) as Sent;
          const sent = { configuration: part, tag, ...keysJson(keys) };
          return client.call("POST /configuration/changes", { body: sent }).catch((error) => {
            if (isCertain(error)) throw new Failed(changeProblem(error));
            throw new OutcomeUnknown(reasonOf(error), { cause: error });
          });
        },
      }));
    },
    async present() {
      const { body } = await client.call("GET /configuration").catch((error: unknown) => {
        throw new Failed(reasonOf(error));
      });
      return body;
    },
    async applications() {
      try {
        const all = client.list("GET /applications", { query: { limit: "200" } });
        return await Array.fromAsync(all, listedHere);
      } catch (error) {
        throw new Failed(reasonOf(error));
      }
    },
    async sunsets() {
      const { body } = await client.call("GET /sunsets").catch((error: unknown) => {
        throw new Failed(reasonOf(error));
      });
      return body.data.map(({ name }) => name);
    },
    async apiLimits() {
      const { body } = await client.call("GET /api-limits").catch((error: unknown) => {
        throw new Failed(reasonOf(error));
      });
      return body.data.filter((one) => !one.is_configured).map(({ name }) => name);
    },
    async userId(given) {
      try {
        const { body } = await client.call("GET /users/{id}", { params: { id: given } });
        return body.id;
      } catch (error) {
        if (error instanceof AdminProblem && error.status === 404) return undefined;
        throw new Failed(reasonOf(error));
      }
    },
  };
}

const administratorsBlocked =
  "an API key can't change who is an administrator. Change them on the pages, or with `countersign user`; or apply the file to the database, without --url";

/** As a plan names it, such as `applications[0]`. */
function partOf({ applications, ...service }: Configuration, part: string): Configuration {
  const [, at] = /^applications\[(\d+)\]$/.exec(part) ?? [];
  if (at !== undefined) return { applications: applications?.slice(Number(at), Number(at) + 1) };
  const [, limit] = /^api_limits\.(.+)$/.exec(part) ?? [];
  if (limit !== undefined) return { api_limits: { [limit]: service.api_limits?.[limit] ?? {} } };
  const [, plan] = /^plans\.(.+)$/.exec(part) ?? [];
  if (plan !== undefined) return { plans: { [plan]: service.plans?.[plan] ?? {} } };
  const [, sunset] = /^sunsets\.(.+)$/.exec(part) ?? [];
  if (sunset !== undefined) return { sunsets: { [sunset]: service.sunsets?.[sunset] ?? {} } };
  return part === "settings"
    ? { settings: service.settings }
    : { administrators: service.administrators };
}

function clientFor(url: string) {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
  if (protocol === "http:" && !isLoopbackHost(hostname.replace(/^\[|\]$/g, ""))) {
    warn(
      `${hostname} gets the API key without TLS: use it only within a private network, or through a tunnel`,
    );
  }
  const key = apiKeyIn(process.env);
  try {
    return adminClient({ url, key, timeoutMs });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

/** It is never an argument, which other users of the machine could see. */
function apiKeyIn({
  COUNTERSIGN_API_KEY: key = "",
  COUNTERSIGN_API_KEY_FILE: file = "",
}: NodeJS.ProcessEnv): string {
  if ((key === "") === (file === "")) {
    throw new WrongUse(
      "--url needs an API key in COUNTERSIGN_API_KEY, or a file with one in COUNTERSIGN_API_KEY_FILE",
    );
  }
  if (file === "") return key;
  try {
    return readSecretFile(file).trim();
  } catch (error) {
    throw new WrongUse(`COUNTERSIGN_API_KEY_FILE: ${atFile(file, error)}`);
  }
}

function keysJson(keys: ConsumerKeys | undefined) {
  if (keys === undefined) return {};
  const { consumerKey, consumerSecret } = keys;
  return { keys: { consumer_key: consumerKey, consumer_secret: consumerSecret.reveal() } };
}

/** Nothing was changed after these. */
function isCertain(error: unknown): boolean {
  if (!(error instanceof AdminProblem)) return false;
  const { status, type } = error;
  if (type === "urn:countersign:problem:request-outcome-unknown") return false;
  return status < 500 || type === "urn:countersign:problem:over-capacity";
}

/** Without places, because only a part was sent. */
function changeProblem(error: unknown): string {
  if (!(error instanceof AdminProblem) || error.errors.length === 0) return reasonOf(error);
  return error.errors.map(({ detail }) => detail).join("\n");
}

function reasonOf(error: unknown, before = ""): string {
  if (!(error instanceof AdminProblem)) return error instanceof Error ? error.message : `${error}`;
  const { errors, detail, title } = error;
  if (errors.length === 0) return detail || title;
  return before + errors.map((one) => `${one.at}: ${one.detail}`).join("\n");
}
