import { type Cause, type Diagnosis, exampleCauses, type Finding } from "../../../doctor/cause.ts";
import type { CheckProblem } from "../../languages/english/portal/check.ts";
import type { Frame } from "../../views/layout.ts";
import { applicationPage } from "../../views/portal/application-page.ts";
import { type Check, checkSection } from "../../views/portal/applications/id/check.ts";
import { weatherBot } from "../example-application.ts";
import { exampleViewer } from "../example-viewer.ts";
import type { GalleryState } from "../gallery-state.ts";
import { hostile } from "../hostile.ts";

const pasted = `curl 'https://id.example.com/1.1/account/verify_credentials.json' \\
  -H 'Authorization: OAuth oauth_consumer_key="AbCdEfGhIjKlMnOpQrStUvWxY", oauth_signature="…"'`;
const expected =
  "GET&https%3A%2F%2Fid.example.com%2F1.1%2Faccount%2Fverify_credentials.json&oauth_consumer_key%3DAbCdEfGhIjKlMnOpQrStUvWxY%26oauth_nonce%3D5f1c";
const baseStrings = { expected, signed: expected.replace("https", "http") };

export function checkStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleViewer(frame);
  const texts = frame.texts.portal.check;
  const state = (name: string, check: Omit<Check, "viewer">) => ({
    name: `check-${name}`,
    page: applicationPage({
      viewer,
      application: weatherBot,
      role: "owner",
      tab: "check",
      section: checkSection({ viewer, ...check }),
    }),
  });
  const diagnosed = (findings: readonly Finding[], more: Partial<Diagnosis> = {}) => ({
    pasted,
    diagnosis: { findings, baseStrings: undefined, tried: 0, ...more },
  });
  const certain = (...causes: readonly Cause[]) =>
    causes.map((cause): Finding => ({ cause, certainty: "certain" }));
  const names = Object.values(hostile);
  const causes = exampleCauses();
  const perPage = Math.ceil(causes.length / 5);
  return [
    state("start", { pasted: "" }),
    ...(Object.keys(texts.problems) as CheckProblem[]).map((problem) =>
      state(problem, { pasted: names[0] ?? "", problem }),
    ),
    state("right", diagnosed([], { baseStrings: { expected, signed: undefined }, tried: 1 })),
    state(
      "certain",
      diagnosed(
        certain({
          id: "scheme",
          signed: "http://id.example.com",
          expected: "https://id.example.com",
        }),
        { baseStrings, tried: 41 },
      ),
    ),
    state(
      "guess",
      diagnosed(
        [
          {
            cause: { id: "wrong-secret", setAt: 0, replaced: true, withToken: true },
            certainty: "guess",
          },
        ],
        { baseStrings: { expected, signed: undefined }, tried: 4210 },
      ),
    ),
    ...[0, 1, 2, 3, 4].map((at) =>
      state(`causes-${at}`, diagnosed(certain(...causes.slice(at * perPage, (at + 1) * perPage)))),
    ),
    ...names.map((name, at) =>
      state(
        `hostile-${at}`,
        diagnosed(
          certain(
            { id: "callback-unregistered", sent: name, nearest: name, difference: "path" },
            { id: "parameter-changed", name, signed: name, sent: name },
            { id: "application-suspended", because: name },
          ),
          { baseStrings: { expected: name, signed: `${name}${expected}` } },
        ),
      ),
    ),
  ];
}
