import { offeredMethods } from "../../../accounts/offered-methods.ts";
import type { ApplicationId } from "../../../domain/credentials.ts";
import { beginningOf, dayOf } from "../../../domain/day.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import { signsIn } from "../../../domain/session.ts";
import {
  isTrait,
  type TraitOfApplication,
  traits,
  traitsShownDays,
} from "../../../domain/trait.ts";
import { traitCsvHead, traitCsvOf } from "../../../domain/trait-csv.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { nextTurn } from "../../browser/audit-search.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { endpoint, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. The lines are sent as they are read. */
export const sunsetsFile = endpoint({
  name: "admin/sunsets.csv",
  paths: ["/admin/sunsets.csv"],
  methods: ["GET"],
  section: "16",
  summary: "Downloads the applications that use what may end one day, as comma-separated values",
  limit: "account-pages",
  reads: [{ name: "trait", required: true, meaning: "What they use.", values: traits }],
  mediaType: "text/csv",
  ...forAdmins({
    async show({ incoming, dependencies, session, now }) {
      const { ledger, clock, traitCounter } = dependencies;
      const trait = queryOf(incoming).get("trait");
      if (!isTrait(trait)) return seeOther("/admin/sunsets");
      await traitCounter.writeForPage();
      const search = { trait, sinceDay: dayOf(now) - traitsShownDays + 1 };
      const read = async (after: ApplicationId | undefined) => {
        const present = await ledger.session(session.digest);
        if (!signsIn(present, clock(), offeredMethods(dependencies)) || !present.userIsAdmin)
          throw new SessionEnded();
        return ledger.traitUses(search, { after, size: step });
      };
      return {
        status: 200,
        type: "csv",
        body: lines(read, await read(undefined)),
        headers: { "content-disposition": `attachment; filename="${trait}.csv"` },
      };
    },
  }),
});

const step = 200;

/** The client may be slow, so `read` throws once the user is no longer an administrator. */
async function* lines(
  read: (after: ApplicationId) => Promise<readonly TraitOfApplication[]>,
  first: readonly TraitOfApplication[],
): AsyncGenerator<string> {
  yield `${traitCsvHead}\r\n`;
  for (let uses = first; ; ) {
    if (uses.length > 0) yield uses.map((use) => `${lineOf(use)}\r\n`).join("");
    const last = uses.at(-1);
    if (uses.length < step || last === undefined) return;
    await nextTurn();
    uses = await read(last.applicationId);
  }
}

function lineOf(use: TraitOfApplication): string {
  const { applicationId, applicationName, ownerScreenName, lastDay, ...counts } = use;
  return traitCsvOf({
    ...{ application_id: applicationId, application: applicationName, owner: ownerScreenName },
    last_used_on: new Date(beginningOf(lastDay)).toISOString().slice(0, 10),
    ...counts,
  });
}
