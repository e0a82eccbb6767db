import type { Html } from "../../../../html.ts";
import { requestSection } from "../../../../portal/applications/id/requests/request.ts";
import { type AdminRequestLogPage, requestLogPage } from "../requests.ts";

/** One request. Beside it is the list, where there is room. */
export function requestPage(page: AdminRequestLogPage): Html {
  return requestLogPage(page, requestSection(page));
}
