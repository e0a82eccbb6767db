import type { TimeZone } from "../../domain/time-zone.ts";
import type { AuthProblem } from "../languages/english/shell.ts";
import { textsIn } from "../languages/zoned.ts";
import { done, tag } from "../views/banner.ts";
import { timeZonePage } from "../views/display.ts";
import { checkbox, choices, confirmPassword, csrfField, field, textArea } from "../views/form.ts";
import { type Html, html } from "../views/html.ts";
import type { Frame } from "../views/layout.ts";
import { facts, nextPage, table } from "../views/list.ts";
import { name } from "../views/phrase.ts";
import { copied } from "../views/scripts.ts";
import { signedInPage } from "../views/signed-in-page.ts";
import { moment, zone } from "../views/time.ts";
import type { Viewer } from "../views/viewer.ts";
import { exampleAdmin } from "./example-viewer.ts";
import type { GalleryState } from "./gallery-state.ts";
import { hostile } from "./hostile.ts";

export function shellStates(frame: Frame): readonly GalleryState[] {
  const viewer = exampleAdmin(frame);
  const zoned = exampleAdmin({ ...frame, texts: textsIn(frame.texts, "Asia/Tokyo" as TimeZone) });
  const inPortal = (main: Html, who = viewer) =>
    signedInPage(who, {
      area: "portal",
      here: "applications",
      title: "Sample",
      main,
    });
  const inAdmin = (main: Html) =>
    signedInPage(viewer, { area: "admin", here: "users", title: "Sample", main });
  const authEvents: readonly AuthProblem[] = ["missing", "wrong", "too-many", "busy"];
  const codes = ["missing-code", "wrong-code", "used-code"] as const;
  const byCode = { ...viewer, authenticatesBy: "code" as const };
  return [
    { name: "shell-portal", page: inPortal(html`${factsCard()}${formCard(viewer)}`) },
    { name: "shell-admin", page: inAdmin(tableCard(viewer, ["Weather Bot", "Reader"])) },
    {
      name: "shell-time-zone",
      page: signedInPage(zoned, {
        ...({ area: "account", here: "events", title: "Sample" } as const),
        main: html`<article><p>${moment(zoned.frame.texts.dates, 0)} ${zone(zoned.frame.texts)}</p></article>`,
      }),
    },
    { name: "display", page: timeZonePage(frame, "/account") },
    { name: "display-chosen", page: timeZonePage(zoned.frame, "/account") },
    { name: "shell-admin-names", page: inAdmin(tableCard(viewer, Object.values(hostile))) },
    {
      name: "shell-long-screen-name",
      page: inPortal(factsCard(), { ...viewer, screenName: hostile.screenName }),
    },
    {
      name: "shell-older-sign-in",
      page: inPortal(html`${factsCard()}${formCard({ ...viewer, signedInRecently: false })}`, {
        ...viewer,
        isAdmin: false,
      }),
    },
    ...authEvents.map((problem) => ({
      name: `shell-proof-${problem}`,
      page: inPortal(html`${factsCard()}${formCard(viewer, problem)}`),
    })),
    ...codes.map((problem) => ({
      name: `shell-proof-${problem}`,
      page: inPortal(html`${factsCard()}${formCard(byCode, problem)}`, byCode),
    })),
  ];
}

function factsCard(): Html {
  return html`<article>
<div class="titled"><h2>Weather Bot</h2>
${tag("good", "Active")} ${tag("now", "Suspended")} ${tag("soon", "Reported")}</div>
${done("Saved.")}
${facts([
  ["Consumer key", html`<code>xvz1evFS4wEEPTGEFPHBog0123456789</code>`],
  ["Owner", name("@carol")],
])}
<div class="secret"><p>Consumer secret</p><code id="secret"${copied("Copy the consumer secret")} data-download="weather-bot.txt">kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw</code><p class="tools later"></p></div>
</article>`;
}

function formCard(viewer: Viewer, problem?: AuthProblem): Html {
  return html`<article>
<h2 id="form">Form</h2>
<form method="post" action="/example" novalidate>
${csrfField(viewer.csrf)}
${field({ name: "website", label: "Website", type: "url", autocomplete: "url", value: "https://weatherbot.example/", hint: "Shown to users." })}
${textArea({ name: "callbacks", label: "Callback addresses", value: "https://weatherbot.example/callback", hint: "One a line." })}
${textArea({ name: "description", label: "Description", value: "", problem: "Say what it does.", anyScript: true })}
${choices({
  name: "access",
  label: "Access",
  chosen: "read",
  options: [
    { value: "read", label: "Read", hint: "Sees what the user can see." },
    { value: "write", label: "Read and write" },
  ],
})}
${checkbox({ name: "sign_in", label: "Use for signing in", checked: true, hint: "Skips the question for those who agreed before." })}
${confirmPassword(viewer, problem && { problem, minutes: 7 })}
<div class="actions"><button type="submit">Save</button><button type="submit" class="danger">Delete</button></div>
</form>
</article>`;
}

function tableCard(viewer: Viewer, names: readonly string[]): Html {
  const columns = ["Name", "Owner", "State", "Made", "Grants", "Last used"];
  const rows = names.map((one) => [
    name(one),
    name("@carol"),
    tag("good", "Active"),
    "3 May 2026",
    "1,204",
    "3 May 2026 at 10:20 UTC",
  ]);
  return html`<article>
${table("Applications", columns, rows)}
${nextPage(viewer, "/admin/applications?after=1")}
</article>`;
}
