/** A data directory as it stands after long use: applications, people and their access tokens. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { openLog } from "../../src/service/log.ts";
import { migrateLedger, openStores } from "../../src/stores.ts";
import {
  makeApplication,
  makeOperator,
  makeUser,
  type TestApplication,
  type TestUser,
} from "../../test/support/service.ts";
import { fillWithTokens } from "./fill.ts";

export interface Store {
  readonly dataDir: string;
  readonly applications: readonly TestApplication[];
  /** People who can sign in. */
  readonly people: readonly TestUser[];
  readonly tokensFile: string;
}

export const callback = "https://weather.example/callback";

const applicationCount = 20;

export async function makeStore(
  dataDir: string,
  { tokens, people }: { readonly tokens: number; readonly people: number },
): Promise<Store> {
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({ COUNTERSIGN_DATA_DIR: dataDir }, () => {});
  const made: Omit<Store, "dataDir" | "tokensFile"> = await (async () => {
    await migrateLedger(config);
    await using stores = await openStores(config, openLog("silent").logger);
    const { ledger } = stores;
    const users: TestUser[] = [];
    for (let at = 0; at < people; at += 1) users.push(await makeUser(ledger, `person_${at}`));
    // As in any service that has been set up: without one, every start would make a link for the first.
    const owner = await makeOperator(ledger, "owner");
    const applications: TestApplication[] = [];
    for (let at = 0; at < applicationCount; at += 1) {
      applications.push(await makeApplication(ledger, owner, { callbacks: [callback] }));
    }
    return { applications, people: users };
  })();
  const tokensFile = join(dataDir, "tokens");
  fillWithTokens(config, made.applications, tokens, tokensFile);
  return { dataDir, ...made, tokensFile };
}
