import { type Html, html } from "./html.ts";

/** A drawing of 24 by 24 for each section, in lines of the text's color. */
const paths = {
  menu: "M4 7h16M4 12h16M4 17h16",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.9-4.9",
  outside: "M8 16L16 8M9 8h7v7",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6",
  applications: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  signIn: "M15 9a5 5 0 1 0-4.6 3L3 19.5V22h3l1-1v-2h2v-2h2l1.4-1.4",
  email: "M3 6h18v12H3zM3 7l9 6 9-6",
  profile: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6",
  password: "M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3",
  twoStep: "M7 3h10v18H7zM11 18h2",
  identities: "M9 15l6-6M10 7l2-2a4 4 0 0 1 6 6l-2 2M14 17l-2 2a4 4 0 0 1-6-6l2-2",
  passkeys: "M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v4M21 12v3",
  sessions: "M4 5h16v11H4zM2 19h20",
  notifications: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  events: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  invitations: "M3 6h18v12H3zM3 7l9 6 9-6",
  docs: "M5 4h14v16H5zM9 4v16",
  overview: "M4 11l8-7 8 7v9h-6v-6h-4v6H4z",
  users:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c1-4 3.5-6 7-6s6 2 7 6M16 4a3.5 3.5 0 0 1 0 7M18 14c2 1 3.5 3 4 6",
  audit: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  apiKeys: "M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v4M21 12v3",
  plans: "M4 20h16M6 20v-5h3v5M11 20V9h3v11M16 20V4h3v16",
  bulkActions: "M4 6h10M4 12h10M4 18h6M15 17l2.5 2.5L22 14",
  sunsets: "M3 18h18M6 14a6 6 0 0 1 12 0M12 3v2M4 7l2 2M20 7l-2 2",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
} as const;

export type SectionIcon = keyof typeof paths;

export function sectionIcon(icon: SectionIcon): Html {
  return html`<svg class="lines" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${paths[icon]}"/></svg>`;
}
