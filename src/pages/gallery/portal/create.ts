import { callbackProblem } from "../../../domain/callback.ts";
import { emptyRequest } from "../../../domain/fields/approval.ts";
import { createdPage, creationPage } from "../../views/portal/create.ts";
import {
  type DraftProblems,
  noProblems,
  nothingTyped,
  typedFrom,
} from "../../views/portal/draft-fields.ts";
import type { Viewer } from "../../views/viewer.ts";
import { exampleRequest, previewedBot, weatherBot } from "../example-application.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

export function creationStates(viewer: Viewer): readonly GalleryState[] {
  const input = typedFrom(weatherBot);
  const { of: _, ...shown } = previewedBot;
  const previewed = { ...shown, isNew: true };
  const form = { viewer, creation: "example", previewed, input };
  const created = {
    viewer,
    applicationId: "1",
    name: "Weather Bot",
    baseUrl: "https://id.example.com",
    consumerKey: weatherBot.consumerKey,
    consumerSecret: "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMn",
  };
  const fields = [
    ["no-name", "long-description", "website", "no-access"],
    ["termsUrl"],
    ["privacyUrl"],
    ["supportUrl"],
    ["long-name", "odd-description"],
    ["odd-name"],
  ] as const;
  const { script, long, lookalike } = hostile;
  const nasty = `javascript:alert(1)//${script}`;
  return [
    { name: "portal-create", page: creationPage({ ...form, input: nothingTyped }) },
    ...([undefined, problemsOf({ fields: ["no-name"] })] as const).map((problems) => ({
      name: `portal-create-approval${problems ? "-problem" : ""}`,
      page: creationPage({
        ...form,
        ...(problems && { problems }),
        request: {
          questions: ["Where is it hosted?", "Who pays for it?"],
          input: problems ? emptyRequest : exampleRequest,
          problems: new Set(["purpose", "expected_users", "answer_2"]),
        },
      }),
    })),
    {
      name: "portal-create-other-account",
      page: creationPage({ ...form, input: typedFrom(weatherBot), otherAccount: true }),
    },
    {
      name: "portal-create-too-many",
      page: creationPage({ ...form, input: typedFrom(weatherBot), tooMany: 100 }),
    },
    ...[rejected.slice(0, 8), rejected.slice(8)].map((callbacks, at) => ({
      name: `portal-create-callbacks-rejected-${at}`,
      page: creationPage({
        ...form,
        input: typedFrom({ ...weatherBot, callbacks }),
        problems: problemsOf({ callbacks }),
      }),
    })),
    ...fields.map((one) => ({
      name: `portal-create-${one[0].replace("Url", "")}`,
      page: creationPage({
        ...form,
        input: {
          ...nothingTyped,
          website: "weather",
          ...(one[0] === "no-name" && { access: undefined }),
        },
        problems: problemsOf({ fields: one }),
      }),
    })),
    {
      name: "portal-create-hostile",
      page: creationPage({
        ...form,
        input: { ...input, name: script, description: script, website: script, callbacks: nasty },
        problems: problemsOf({ fields: ["website"], callbacks: [nasty, long] }),
      }),
    },
    {
      name: "portal-create-lookalike",
      page: creationPage({ ...form, input: { ...input, name: lookalike, access: "write" } }),
    },
    {
      name: "portal-create-older-sign-in",
      page: creationPage({
        ...form,
        viewer: { ...viewer, signedInRecently: false },
        reauthentication: { problem: "wrong", minutes: 0 },
      }),
    },
    { name: "portal-created", page: createdPage(created) },
    ...Object.entries({ long, script, lookalike }).map(([kind, name]) => ({
      name: `portal-created-${kind}-name`,
      page: createdPage({ ...created, name }),
    })),
  ];
}

/** Each possible mistake has one callback. */
const rejected = [
  "oob",
  `https://a.example/${"long/".repeat(200)}`,
  "https://a.example/two words",
  "https://a.example/{id}",
  "https://a.example/#top",
  "https://a.example/#end",
  "https://a.example/?page=1",
  "weatherbot.example/callback",
  "javascript://a.example/",
  "weatherbot://done",
  "http://a.example/",
  "https://alice@a.example/",
  "https://a.example:99999/",
  "http://127.1/",
  "https://a.example/../b",
  "weatherbot://alice@done",
];

export function problemsOf({
  callbacks = [],
  ...more
}: Partial<Omit<DraftProblems, "callbacks">> & {
  readonly callbacks?: readonly string[];
}): DraftProblems {
  const problems = callbacks.flatMap((url) => {
    const problem = callbackProblem(url);
    return problem === undefined ? [] : [{ url, ...problem }];
  });
  return { ...noProblems, ...more, callbacks: problems };
}
