import { signInMethodsPage } from "../../../pages/views/account/sign-in.ts";
import { shownSignInMethods } from "../../browser/own-sign-in-methods.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { endpoint, pageReply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const ownSignIn = endpoint({
  name: "account/sign-in",
  paths: ["/account/sign-in"],
  methods: ["GET"],
  section: "14",
  summary: "Shows how the user signs in: password, second factors, passkeys and linked identities",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    async show(call) {
      return pageReply(signInMethodsPage(call.viewer, await shownSignInMethods(call)));
    },
  }),
});
