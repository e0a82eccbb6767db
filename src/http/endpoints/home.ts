import { browser } from "../../accounts/browser-session.ts";
import { homePage } from "../../pages/views/home.ts";
import { anywhere, landing } from "../browser/own-page.ts";
import { signInMethods } from "../browser/sign-in-methods.ts";
import { endpoint, pageReply, seeOther } from "../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const home = endpoint({
  name: "home",
  paths: ["/"],
  methods: ["GET"],
  section: "14",
  summary:
    "Says what the service is, and where to go; leads a user who is signed in to their account, and an administrator to the administration",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  async operation({ caller, dependencies, frame }) {
    const session = caller.session ?? caller.settingUp;
    if (session !== undefined) return seeOther(landing(anywhere, { isAdmin: session.userIsAdmin }));
    const { signUp } = await signInMethods(dependencies);
    const publicDocs = dependencies.config.publicDocs === "on";
    return pageReply(homePage({ frame, signUp, publicDocs }), { cookies: caller.cookies });
  },
});
