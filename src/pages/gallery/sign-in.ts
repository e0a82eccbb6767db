import type { Frame } from "../views/layout.ts";
import { type SignIn, signInPage } from "../views/sign-in.ts";
import type { GalleryState } from "./gallery-state.ts";
import { hostile, underHostileNames } from "./hostile.ts";

export function signInStates(frame: Frame): readonly GalleryState[] {
  const data = { ...exampleSignIn(frame), applicationName: "Weather Bot", username: "alice" };
  return [
    { name: "sign-in", page: signInPage(exampleSignIn(frame)) },
    {
      name: "sign-in-ways",
      page: signInPage({
        ...exampleSignIn(frame),
        ways: { passwords: true, resetByMail: true, signUp: true, providers: [] },
      }),
    },
    {
      name: "sign-in-password-changed",
      page: signInPage({ ...exampleSignIn(frame), username: "alice", passwordChanged: true }),
    },
    { name: "sign-in-signed-out", page: signInPage({ ...exampleSignIn(frame), signedOut: true }) },
    { name: "sign-in-for-application", page: signInPage({ ...data, username: "" }) },
    { name: "sign-in-prefilled", page: signInPage(data) },
    { name: "sign-in-missing", page: signInPage({ ...data, username: "", problem: "missing" }) },
    { name: "sign-in-missing-password", page: signInPage({ ...data, problem: "missing" }) },
    { name: "sign-in-wrong", page: signInPage({ ...data, problem: "wrong" }) },
    {
      name: "sign-in-too-many",
      page: signInPage({ ...data, problem: "too-many", minutes: 12 }),
    },
    {
      name: "sign-in-suspended",
      page: signInPage({ ...data, problem: "suspended", because: "Sent advertisements." }),
    },
    {
      name: "sign-in-suspended-hostile",
      page: signInPage({ ...data, problem: "suspended", because: hostile.override }),
    },
    { name: "sign-in-stale-form", page: signInPage({ ...data, problem: "stale-form" }) },
    { name: "sign-in-busy", page: signInPage({ ...data, problem: "busy" }) },
    ...underHostileNames("sign-in", (applicationName) => signInPage({ ...data, applicationName })),
    {
      name: "sign-in-hostile-username",
      page: signInPage({ ...data, username: hostile.script, problem: "wrong" }),
    },
  ];
}

export function exampleSignIn(frame: Frame): SignIn {
  return {
    frame,
    action: "/oauth/authorize",
    csrf: "example",
    continueTo: "/oauth/authorize?oauth_token=example",
    username: "",
    ways: { passwords: true, resetByMail: false, signUp: false, providers: [] },
  };
}
