import type { WalkProblem } from "../../languages/english/portal/try.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import { type Programs, programsSection } from "../../views/portal/applications/id/programs.ts";
import { type Walk, type WalkedRequest, walkPage } from "../../views/portal/applications/id/try.ts";
import type { Viewer } from "../../views/viewer.ts";
import { weatherBot } from "../example-application.ts";
import { exampleViewer } from "../example-viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";
import { exampleRequests } from "./requests.ts";

export function programsAndWalkStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const section = (
    baseUrl: string,
    calls: Partial<Pick<Programs, "hasOwnToken" | "sent" | "log">> = {},
  ) =>
    applicationPage({
      viewer,
      application: weatherBot,
      role: "owner",
      tab: "programs",
      section: programsSection({
        viewer,
        application: weatherBot,
        baseUrl,
        apiOrigins: ["https://api.example.com", `https://${hostile.longHost}`],
        hasOwnToken: true,
        log: { latest: undefined },
        now: exampleRequests.at,
        ...calls,
      }),
    });
  const example = (calls?: Parameters<typeof section>[1]) =>
    section("https://countersign.example", calls);
  return [
    { name: "try-it", page: example() },
    { name: "try-it-no-token", page: example({ hasOwnToken: false }) },
    { name: "try-it-no-log", page: example({ log: undefined, sent }) },
    {
      name: "try-it-sent",
      page: example({ sent, log: { latest: exampleRequests.verified } }),
    },
    {
      name: "try-it-rejected",
      page: example({ sent: limited, log: { latest: exampleRequests.rejected } }),
    },
    {
      name: "try-it-hostile",
      page: section(`http://a.example/"'></code><script>alert(1)</script>`),
    },
    ...walkStates(viewer),
  ];
}

/** The user chose the name. */
export const sent = {
  id: "5f1c0d9be2a7-2a.1",
  status: 200,
  body: JSON.stringify({ id: 7, id_str: "7", name: hostile.override, screen_name: "alice" }),
  tookMs: 3.6,
};
const limited = {
  ...sent,
  status: 429,
  body: JSON.stringify({ errors: [{ code: 88, message: "Rate limit exceeded" }] }),
  tookMs: 1_204,
};

function walkStates(viewer: Viewer): readonly GalleryState[] {
  const request: WalkedRequest = {
    consumerKey: "AbCdEfGhIjKlMnOpQrStUvWxY",
    callback: "https://countersign.example/portal/applications/1/try",
    token: "Zx81Kq…",
    secret: "pQ7vNm…",
    access: "read",
  };
  const pin = { ...request, callback: "oob", access: "write" } as const;
  const access = {
    oauth_token: "7-Hd2k…",
    oauth_token_secret: "Yt5Rw0…",
    user_id: "7",
    screen_name: "alice",
  };
  const user = { id: 7, id_str: "7", name: hostile.override, screen_name: "alice" };
  const requested = { at: "asked", request: pin, oauthToken: "example" } as const;
  const state = (name: string, walk: Walk, problem?: WalkProblem) => ({
    name: `walk-${name}`,
    page: walkPage({ viewer, application: weatherBot, walk, ...(problem && { problem }) }),
  });
  const ended = ["expired", "canceled", "somebody-else"] as const;
  return [
    state("start", { at: "start" }),
    ...ended.map((problem) => state(problem, { at: "start" }, problem)),
    state("asked", { ...requested, request }),
    state("asked-pin", requested),
    state("not-approved", requested, "not-approved"),
    state("missing-pin", requested, "missing-verifier"),
    state("wrong-pin", requested, "wrong-verifier"),
    state("approved", {
      at: "approved",
      request,
      oauthToken: "example",
      verifier: "Vb34".repeat(8),
    }),
    state("done", { at: "done", request, verifier: "Vb34".repeat(8), access, user }),
    state("done-pin", { at: "done", request: pin, verifier: "1234567", access, user }),
    ...Object.values(hostile).map((name, at) => ({
      name: `walk-names-${at}`,
      page: walkPage({
        viewer,
        application: { ...weatherBot, name, suspendedBecause: name },
        walk: { at: "start" },
      }),
    })),
  ];
}
