import { isLedFromElsewhere } from "../../../../../accounts/csrf.ts";
import type { ListedAccessToken } from "../../../../../domain/access-token.ts";
import { asAdmin } from "../../../../../domain/audit-context.ts";
import { tokenCsvHead, tokenCsvOf } from "../../../../../domain/token-csv.ts";
import { accessTokenJson } from "../../../../actions/listed-token.ts";
import { recordTokenExport } from "../../../../actions/record-token-export.ts";
import { nextTurn } from "../../../../browser/audit-search.ts";
import { bulkActionIn } from "../../../../browser/bulk-action.ts";
import { csvFile } from "../../../../browser/csv-file.ts";
import { notFound } from "../../../../browser/error-pages.ts";
import { auditContextOf, forAdminsOf } from "../../../../browser/signed-in.ts";
import { endpoint, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const bulkActionTokens = endpoint({
  name: "admin/bulk-actions/:id/tokens.csv",
  paths: ["/admin/bulk-actions/:id/tokens.csv"],
  methods: ["GET"],
  section: "16",
  summary: "Downloads the access tokens that a bulk action revokes, as comma-separated values",
  limit: "account-pages",
  reads: [],
  mediaType: "text/csv",
  ...forAdminsOf(bulkActionIn, {
    async show(call) {
      const { action, dependencies, incoming } = call;
      const { work, announcedAt } = action;
      if (work.kind !== "revoke-access-tokens") return notFound(call);
      // The download is an event, and another site's link must not choose what the log keeps.
      if (isLedFromElsewhere(incoming)) return seeOther(`/admin/bulk-actions/${action.id}`);
      const { applicationId, userId, filters } = work;
      const issuedBefore = Math.min(filters.issuedBefore ?? announcedAt, announcedAt);
      const search = { applicationId, userId, filters: { ...filters, issuedBefore }, size: step };
      // HEAD downloads nothing, so there is no event.
      if (incoming.method === "GET") {
        const exported = { applicationId, userId, filters, olderThan: announcedAt };
        const by = asAdmin(auditContextOf(call));
        await recordTokenExport(dependencies.ledger, exported, by, nextTurn);
      }
      return csvFile(call, {
        name: `access-tokens-${action.id}`,
        head: tokenCsvHead,
        read: async (after: ListedAccessToken | undefined) =>
          dependencies.ledger.accessTokens({ ...search, after }),
        lineOf: (one) => tokenCsvOf(accessTokenJson(one)),
      });
    },
  }),
});

const step = 200;
