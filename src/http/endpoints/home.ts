import { browser } from "../../accounts/browser-session.ts";
import { homePage } from "../../pages/views/home.ts";
import { endpoint, pageReply, seeOther } from "../../verification/endpoint.ts";
import { signInMethods } from "../browser/sign-in-methods.ts";

/** docs/reference/interface.md §14. */
export const home = endpoint({
  name: "home",
  paths: ["/"],
  methods: ["GET"],
  section: "14",
  summary:
    "Says what the service is, and where to go; goes to the account of a user who is signed in",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  async operation({ caller, dependencies, frame }) {
    if ((caller.session ?? caller.settingUp) !== undefined) return seeOther("/account");
    const { signUp } = await signInMethods(dependencies);
    return pageReply(homePage({ frame, signUp }), { cookies: caller.cookies });
  },
});
