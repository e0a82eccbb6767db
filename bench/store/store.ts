/** A data directory as it stands after long use: applications, users and their access tokens. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { migrateLedger, openStores, unlogged } from "../../src/program/stores.ts";
import {
  makeAdmin,
  makeApplication,
  makeUser,
  type TestApplication,
  type TestUser,
} from "../../test/support/service.ts";
import { fillWithTokens } from "./fill.ts";

export interface Store {
  readonly dataDir: string;
  readonly applications: readonly TestApplication[];
  /** Users who can sign in. */
  readonly userCount: readonly TestUser[];
  readonly tokensFile: string;
}

export const callback = "https://weather.example/callback";

const applicationCount = 20;

export async function makeStore(
  dataDir: string,
  { tokens, userCount }: { readonly tokens: number; readonly userCount: number },
): Promise<Store> {
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({ COUNTERSIGN_DATA_DIR: dataDir }, () => {});
  const made: Omit<Store, "dataDir" | "tokensFile"> = await (async () => {
    await migrateLedger(config);
    await using stores = await openStores(config, unlogged);
    const { ledger } = stores;
    const users: TestUser[] = [];
    for (let at = 0; at < userCount; at += 1) users.push(await makeUser(ledger, `person_${at}`));
    // As in any service that has been set up: without one, every start would make a link for the first.
    const owner = await makeAdmin(ledger, "owner");
    const applications: TestApplication[] = [];
    for (let at = 0; at < applicationCount; at += 1) {
      applications.push(await makeApplication(ledger, owner, { callbacks: [callback] }));
    }
    return { applications, userCount: users };
  })();
  const tokensFile = join(dataDir, "tokens");
  fillWithTokens(config, made.applications, tokens, tokensFile);
  return { dataDir, ...made, tokensFile };
}
