import { offeredMethods } from "../../../accounts/offered-methods.ts";
import { dayOf } from "../../../domain/day.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import { signsIn } from "../../../domain/session.ts";
import {
  isProgramBeginning,
  isTrait,
  type ProgramOfApplication,
  type TraitOfApplication,
  traits,
  traitsShownDays,
} from "../../../domain/trait.ts";
import {
  programCsvHead,
  programCsvOf,
  traitCsvHead,
  traitCsvOf,
} from "../../../domain/trait-csv.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { programUseJson, traitUseJson } from "../../actions/trait-uses.ts";
import { nextTurn } from "../../browser/audit-search.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { endpoint, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. The lines are sent as they are read. */
export const sunsetsFile = endpoint({
  name: "admin/sunsets.csv",
  paths: ["/admin/sunsets.csv"],
  methods: ["GET"],
  section: "16",
  summary:
    "Downloads the applications that use what may end one day, or a program, as comma-separated values",
  limit: "account-pages",
  reads: [
    { name: "trait", required: false, meaning: "What they use.", values: traits },
    {
      name: "program",
      required: false,
      meaning: "Instead of `trait`: the beginning of the program that they use.",
    },
  ],
  mediaType: "text/csv",
  ...forAdmins({
    async show({ incoming, dependencies, session, now }) {
      const { ledger, clock, traitCounter } = dependencies;
      const query = queryOf(incoming);
      const [trait, program] = [query.get("trait"), query.get("program")];
      const assertAdmin = async () => {
        const present = await ledger.session(session.digest);
        if (!signsIn(present, clock(), offeredMethods(dependencies)) || !present.userIsAdmin)
          throw new SessionEnded();
      };
      if (isProgramBeginning(program)) {
        const read = async (last?: ProgramOfApplication) => {
          await assertAdmin();
          return ledger.programUses(program, { after: last, size: step });
        };
        const lineOf = (use: ProgramOfApplication) => programCsvOf(programUseJson(use));
        return fileOf("program", await linesOf(programCsvHead, read, lineOf));
      }
      if (!isTrait(trait)) return seeOther("/admin/sunsets");
      await traitCounter.writeForPage();
      const search = { trait, sinceDay: dayOf(now) - traitsShownDays + 1 };
      const read = async (last?: TraitOfApplication) => {
        await assertAdmin();
        return ledger.traitUses(search, { after: last?.applicationId, size: step });
      };
      const lineOf = (use: TraitOfApplication) => traitCsvOf(traitUseJson(use));
      return fileOf(trait, await linesOf(traitCsvHead, read, lineOf));
    },
  }),
});

const step = 200;

function fileOf(name: string, body: AsyncIterable<string>): Reply {
  const headers = { "content-disposition": `attachment; filename="${name}.csv"` };
  return { status: 200, type: "csv", body, headers };
}

/** The client may be slow, so `read` throws once the user is no longer an administrator. */
async function linesOf<Use>(
  head: string,
  read: (last?: Use) => Promise<readonly Use[]>,
  lineOf: (use: Use) => string,
): Promise<AsyncGenerator<string>> {
  return lines(head, read, lineOf, await read());
}

async function* lines<Use>(
  head: string,
  read: (last?: Use) => Promise<readonly Use[]>,
  lineOf: (use: Use) => string,
  first: readonly Use[],
): AsyncGenerator<string> {
  yield `${head}\r\n`;
  for (let uses = first; ; ) {
    if (uses.length > 0) yield uses.map((use) => `${lineOf(use)}\r\n`).join("");
    const last = uses.at(-1);
    if (uses.length < step || last === undefined) return;
    await nextTurn();
    uses = await read(last);
  }
}
