import { type ErrorReport, errorPage } from "../views/error.ts";
import type { Frame } from "../views/layout.ts";
import { resubmitFormPage } from "../views/resubmit-form.ts";
import type { GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

export function errorStates(frame: Frame): readonly GalleryState[] {
  const reports: readonly Omit<ErrorReport, "frame">[] = [
    { status: 400, kind: "bad-request" },
    { status: 403, kind: "forbidden-form" },
    { status: 403, kind: "other-role" },
    { status: 404, kind: "not-found" },
    { status: 405, kind: "wrong-method" },
    { status: 413, kind: "too-large" },
    { status: 403, kind: "insecure" },
    { status: 403, kind: "suspended-user" },
    { status: 401, kind: "suspended-application" },
    { status: 401, kind: "unapproved-application" },
    { status: 429, kind: "rate-limited", minutes: 7, retryHref: "/account" },
    {
      status: 500,
      kind: "internal",
      retryHref: "/account",
      requestId: "01JD8Z4T6Q3V9R2K7M5N1B8C0X",
    },
    { status: 503, kind: "unavailable", retryHref: "/", requestId: hostile.script },
    { status: 503, kind: "outcome-unknown", requestId: "01JD8Z4T6Q3V9R2K7M5N1B8C0X" },
  ];
  const sent = {
    path: "/portal/create",
    fields: () => [
      ["name", hostile.script] as const,
      ["website", "https://weather.example"] as const,
    ],
  };
  const outdated = { frame: { ...frame, sent }, sent, csrf: "example" };
  return [
    ...reports.map((report) => ({
      name: `error-${report.kind}`,
      page: errorPage({ frame, ...report }),
    })),
    ...[false, true].map((isAdmin) => ({
      name: `error-not-found-${isAdmin ? "admin" : "signed-in"}`,
      page: errorPage({ frame, status: 404, kind: "not-found", signedIn: { isAdmin } }),
    })),
    { name: "resubmit-form", page: resubmitFormPage({ ...outdated, screenName: "alice" }) },
    {
      name: "resubmit-form-signed-out",
      page: resubmitFormPage({ ...outdated, screenName: undefined }),
    },
  ];
}
