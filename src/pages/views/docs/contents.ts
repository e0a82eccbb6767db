import { quickstart } from "../docs.ts";
import { bearer } from "./bearer.ts";
import { endpoints } from "./endpoints.ts";
import { errors } from "./errors.ts";
import { flows } from "./flows.ts";
import { howItWorks } from "./how-it-works.ts";
import { limits } from "./limits.ts";
import { moving } from "./moving.ts";
import type { DocsGroup, DocsPage } from "./page.ts";
import { pin } from "./pin.ts";
import { rotate } from "./rotate.ts";
import { signIn } from "./sign-in.ts";
import { signing } from "./signing.ts";
import { testing } from "./testing.ts";

/** Every page has its place here: its URL, its place in the contents, and what the search finds follow from it. */
export const docsGroups: readonly DocsGroup[] = [
  { title: "Start", pages: [quickstart, howItWorks, flows] },
  { title: "Guides", pages: [signIn, pin, bearer, rotate, testing, moving] },
  { title: "Reference", pages: [endpoints, signing, errors, limits] },
];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);
