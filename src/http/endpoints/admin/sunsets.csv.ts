import { dayOf } from "../../../domain/day.ts";
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
import { csvFile } from "../../browser/csv-file.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import { endpoint, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
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
    async show(call) {
      const { incoming, dependencies, now } = call;
      const { ledger, traitCounter } = dependencies;
      const query = queryOf(incoming);
      const [trait, program] = [query.get("trait"), query.get("program")];
      if (isProgramBeginning(program)) {
        return csvFile(call, {
          name: "program",
          head: programCsvHead,
          read: async (after: ProgramOfApplication | undefined) =>
            ledger.programUses(program, { after, size: step }),
          lineOf: (use) => programCsvOf(programUseJson(use)),
        });
      }
      if (!isTrait(trait)) return seeOther("/admin/sunsets");
      await traitCounter.writeForPage();
      const search = { trait, sinceDay: dayOf(now) - traitsShownDays + 1 };
      return csvFile(call, {
        name: trait,
        head: traitCsvHead,
        read: async (after: TraitOfApplication | undefined) =>
          ledger.traitUses(search, { after: after?.applicationId, size: step }),
        lineOf: (use) => traitCsvOf(traitUseJson(use)),
      });
    },
  }),
});

const step = 200;
