import { browser } from "../authentication/browser-session.ts";
import { endpoint, pageReply, seeOther } from "../endpoint.ts";
import { waysIn } from "../pages/ways-in.ts";
import { homePage } from "../views/home.ts";

/** docs/reference/interface.md §14. */
export const home = endpoint({
  name: "home",
  paths: ["/"],
  methods: ["GET"],
  section: "14",
  summary:
    "Says what the service is, and where to go; goes to the account of a person who is signed in",
  caller: browser,
  limit: "account-pages",
  reads: [],
  produces: "page",
  async operation({ caller, dependencies, frame }) {
    if ((caller.session ?? caller.settingUp) !== undefined) return seeOther("/account");
    const { signUp } = await waysIn(dependencies);
    return pageReply(homePage({ frame, signUp }), { cookies: caller.cookies });
  },
});
