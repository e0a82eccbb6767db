import type { Application } from "../../../domain/application.ts";
import type {
  ApplicationInvitation,
  ApplicationRole,
  Collaborator,
  OwnershipOffer,
} from "../../../domain/collaborator.ts";
import type { UserId } from "../../../domain/credentials.ts";
import type {
  InvitationNote,
  InvitationProblem,
  TransferProblem,
} from "../../languages/english/portal/collaborators.ts";
import type { ApplicationNote } from "../../views/portal/application-page.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import {
  collaboratorsSections,
  editorConfirmationPage,
  invitePage,
} from "../../views/portal/applications/id/collaborators.ts";
import { dangerSection } from "../../views/portal/applications/id/delete.ts";
import { type Transfer, transferPage } from "../../views/portal/applications/id/transfer.ts";
import { invitationsPage } from "../../views/portal/invitations.ts";
import type { Viewer } from "../../views/viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

const at = Date.UTC(2026, 4, 3, 10, 20);
const bob: Collaborator = {
  userId: "2" as UserId,
  screenName: "bob",
  role: "viewer",
  accepted: true,
  invitedAt: at,
};
const offer: OwnershipOffer = { ...bob, offeredAt: at };
const problems: readonly TransferProblem[] = ["missing", "unknown", "too-many-waiting", "is-owner"];
const ofInvitations: readonly InvitationProblem[] = [
  ...problems,
  "is-collaborator",
  "no-role",
  "too-many",
];

export function collaboratorStates(
  viewer: Viewer,
  application: Application,
): readonly GalleryState[] {
  return [
    ...sectionStates(viewer, application),
    ...formStates(viewer, application),
    ...invitationStates(viewer),
  ];
}

function sectionStates(viewer: Viewer, application: Application): readonly GalleryState[] {
  const all: readonly Collaborator[] = [
    bob,
    { ...bob, userId: "3" as UserId, screenName: hostile.screenName, role: "editor" },
    { ...bob, userId: "4" as UserId, screenName: "dave", accepted: false },
  ];
  const of = (
    name: string,
    role: ApplicationRole,
    users: readonly Collaborator[],
    note?: ApplicationNote,
    offered?: OwnershipOffer,
  ): GalleryState => ({
    name: `portal-collaborators-${name}`,
    page: applicationPage({
      viewer,
      application,
      role,
      tab: "collaborators",
      note,
      section: collaboratorsSections({ viewer, application, role, users, offer: offered }),
    }),
  });
  return [
    of("none", "owner", []),
    of("some", "owner", all),
    of("invited", "owner", all, "invited"),
    of("role-changed", "owner", all, "role-changed"),
    of("removed", "owner", [], "removed"),
    of("offered", "owner", all, undefined, offer),
    of("viewer", "viewer", all),
  ];
}

function formStates(viewer: Viewer, application: Application): readonly GalleryState[] {
  const older = { ...viewer, signedInRecently: false };
  const input = { screenName: "bob", role: "editor" } as const;
  const reauthentication = { problem: "wrong", minutes: 0 } as const;
  const transfer: Transfer = { viewer, application, offer: undefined };
  const danger = (note: ApplicationNote, waiting: OwnershipOffer | undefined) => ({
    name: `portal-transfer-${note}`,
    page: applicationPage({
      viewer,
      application,
      role: "owner",
      tab: "delete",
      note,
      section: dangerSection({ viewer, application, users: 0, offer: waiting }),
    }),
  });
  return [
    ...ofInvitations.map((problem) => ({
      name: `portal-invite-${problem}`,
      page: invitePage({
        viewer,
        application,
        input:
          problem === "no-role" ? { ...input, role: undefined, problem } : { ...input, problem },
      }),
    })),
    {
      name: "portal-invite-reauthentication",
      page: invitePage({ viewer: older, application, input, reauthentication }),
    },
    ...([reauthentication, { problem: "missing", minutes: 0 }] as const).map((one) => ({
      name: `portal-make-editor-${one.problem}`,
      page: editorConfirmationPage({
        viewer: older,
        application,
        collaborator: bob,
        reauthentication: one,
      }),
    })),
    ...problems.map((problem) => ({
      name: `portal-transfer-${problem}`,
      page: transferPage({ ...transfer, input: { screenName: "bob", problem } }),
    })),
    {
      name: "portal-transfer-reauthentication",
      page: transferPage({
        ...transfer,
        viewer: older,
        input: { screenName: "bob" },
        reauthentication,
      }),
    },
    danger("offered", offer),
    danger("withdrawn", undefined),
  ];
}

function invitationStates(viewer: Viewer): readonly GalleryState[] {
  const usual = {
    applicationId: "1" as ApplicationInvitation["applicationId"],
    applicationName: "Weather Bot",
    icon: undefined,
    ownerScreenName: "carol",
    at,
  };
  const all = (["viewer", "editor", "owner"] as const).map((role) => ({ ...usual, role }));
  const notes: readonly InvitationNote[] = ["declined", "left", "gone", "too-many"];
  return [
    { name: "portal-invitations", page: invitationsPage({ viewer, invitations: all }) },
    {
      name: "portal-invitations-names",
      page: invitationsPage({
        viewer,
        invitations: Object.values(hostile).map((applicationName) => ({
          ...usual,
          applicationName,
          role: "editor",
        })),
      }),
    },
    ...notes.map((note) => ({
      name: `portal-invitations-${note}`,
      page: invitationsPage({ viewer, invitations: [], note }),
    })),
  ];
}
