import { deletionPage, maxUsersCounted } from "../../views/portal/applications/id/delete.ts";
import {
  settingsConfirmationPage,
  settingsPage,
} from "../../views/portal/applications/id/settings.ts";
import { noProblems, typedFrom } from "../../views/portal/draft-fields.ts";
import type { Viewer } from "../../views/viewer.ts";
import { previewedBot, weatherBot } from "../example-application.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";
import { problemsOf } from "./create.ts";

/** The states are the mistakes in a change, and its effects on users. */
export function settingsStates(viewer: Viewer): readonly GalleryState[] {
  const input = typedFrom(weatherBot);
  const acceptsSha256 = true;
  const confirm = (...effects: Parameters<typeof settingsConfirmationPage>[0]["effects"]) =>
    settingsConfirmationPage({ viewer, application: weatherBot, input, seen: "", effects });
  const longUrl = `https://${hostile.longHost}/${"callback/".repeat(20)}`;
  return [
    {
      name: "portal-settings-rejected",
      page: settingsPage({
        viewer,
        application: weatherBot,
        acceptsSha256,
        previewed: previewedBot,
        seen: "",
        input: { ...input, callbacks: [...tooMany, ...tooMany].join("\n") },
        problems: problemsOf({ callbacks: [...tooMany, ...tooMany], tooManyCallbacks: true }),
      }),
    },
    {
      name: "portal-settings-added-reauthentication",
      page: settingsPage({
        viewer: { ...viewer, signedInRecently: false },
        application: weatherBot,
        acceptsSha256,
        previewed: previewedBot,
        seen: "",
        input,
        reauthentication: { problem: "missing", minutes: 0 },
      }),
    },
    {
      name: "portal-settings-changed-since",
      page: settingsPage({
        viewer,
        application: weatherBot,
        acceptsSha256,
        previewed: previewedBot,
        input,
        seen: "",
        changedSince: true,
      }),
    },
    {
      name: "portal-settings-lowered",
      page: confirm(
        { effect: "access-lowered", users: 12 },
        { effect: "email-off", users: 1 },
        { effect: "sign-in-off", users: 12_345 },
      ),
    },
    {
      name: "portal-settings-reauthentication",
      page: settingsConfirmationPage({
        viewer: { ...viewer, signedInRecently: false },
        application: weatherBot,
        seen: "",
        input,
        effects: [{ effect: "email-off", users: 12 }],
        reauthentication: { problem: "wrong", minutes: 0 },
      }),
    },
    {
      name: "portal-settings-sha256-not-accepted",
      page: settingsPage({
        viewer,
        application: weatherBot,
        acceptsSha256: false,
        previewed: previewedBot,
        seen: "",
        input: { ...input, requireSha256: true },
        problems: problemsOf({}),
      }),
    },
    { name: "portal-settings-sha256", page: confirm({ effect: "sha1-rejected" }) },
    {
      name: "portal-settings-networks-rejected",
      page: settingsPage({
        viewer,
        application: weatherBot,
        acceptsSha256,
        previewed: previewedBot,
        seen: "",
        input: { ...input, networks: "203.0.113.7/24\noffice.example", networksForBearer: true },
        problems: {
          ...noProblems,
          networks: [
            { network: "203.0.113.7/24", suggestion: "203.0.113.0/24" },
            { network: "office.example", suggestion: undefined },
          ],
          tooManyNetworks: true,
        },
      }),
    },
    { name: "portal-settings-networks", page: confirm({ effect: "networks-limited" }) },
    { name: "portal-settings-raised", page: confirm({ effect: "access-raised", users: 1204 }) },
    {
      name: "portal-settings-callbacks-removed",
      page: confirm(
        { effect: "callback-removed", callback: "weatherbot://" },
        { effect: "callback-removed", callback: longUrl },
        { effect: "no-callback-left" },
      ),
    },
  ];
}

/** The page that requires the name before an application is deleted. */
export function deletionStates(viewer: Viewer): readonly GalleryState[] {
  const usual = { viewer, application: weatherBot, users: maxUsersCounted };
  const { long, override } = hostile;
  return [
    { name: "portal-delete-other-name", page: deletionPage({ ...usual, problem: "other-name" }) },
    {
      name: "portal-delete-reauthentication",
      page: deletionPage({ ...usual, reauthentication: { problem: "too-many", minutes: 7 } }),
    },
    ...Object.entries({ long, override }).map(([kind, name]) => ({
      name: `portal-delete-${kind}-name`,
      page: deletionPage({
        ...usual,
        application: { ...weatherBot, name },
        problem: "other-name",
      }),
    })),
  ];
}

const tooMany = Array.from({ length: 11 }, (_, at) => `http://a.example/${at}`);
