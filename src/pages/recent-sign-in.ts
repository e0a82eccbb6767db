/**
 * The proof that each form of a signed-in person asks for: the one list of the forms that want a recent sign-in. A
 * session that somebody left open, or stole, must not be enough for what gives power, opens a door or ends something
 * for good.
 *
 * By the endpoint's name and the form's `change`, "" where it has none.
 */
import { proveRecent } from "./prove-recent.ts";
import type { Form, PersonCall } from "./signed-in.ts";

/**
 * `recent`: needs a recent sign-in, or the password again. `password`: always needs the password. `none`: it
 * closes something, or the person concerned can easily redo it.
 */
type ProofAsked = "recent" | "password" | "none";

export const proofsAsked = {
  account: { reduce: "none", revoke: "none", withdraw: "none" },
  // Weighs if the address or the screen name changes, because these can be used to take over the account.
  "account/profile": { "": "recent" },
  "account/password": { "": "password" },
  "account/two-step": { "turn-off": "recent", "new-codes": "recent" },
  "account/two-step/set-up": { "": "recent" },
  // The identity gives access to the account.
  "account/identities": { unlink: "recent" },
  "account/identities/link": { "": "recent" },
  // A name gives no access.
  "account/passkeys": { add: "recent", rename: "none", remove: "recent" },
  "account/sessions": { end: "none", "end-others": "none" },
  // Emails about the account itself cannot be turned off.
  "account/notifications": { "": "none" },
  // The file has IP addresses, the email address, and everything that was granted.
  "account/data": { "": "recent" },
  "account/delete": { "": "password" },
  "sign-out": { "": "none" },
  "portal/create": { "": "recent" },
  // Weighs if it decides who may do what or where people are sent; texts alone do not.
  "portal/applications/:id/settings": { "": "recent" },
  "portal/applications/:id/delete": { "": "recent" },
  "portal/applications/:id/consumer-secret": { regenerate: "recent", "end-old": "recent" },
  "portal/applications/:id/bearer-token": { issue: "recent", revoke: "recent" },
  "portal/applications/:id/access-token": { make: "recent", revoke: "none" },
  "portal/applications/:id/collaborators": {
    invite: "recent",
    "make-admin": "recent",
    "make-viewer": "none",
    remove: "none",
  },
  // Texts and pictures decide nothing, and the consent page says that they changed.
  "portal/applications/:id/icon": { set: "none", remove: "none" },
  "portal/applications/:id/transfer": { offer: "recent", withdraw: "none" },
  // Accepts something that the owner has offered, or gives something up.
  "portal/invitations": { accept: "none", decline: "none", leave: "none" },
  // Consent has its own page, and the walk's results are shown shortened.
  "portal/applications/:id/try": { "": "none" },
  // It changes nothing.
  "portal/applications/:id/check": { "": "none" },
  admin: { "backup-done": "none", "hide-checklist": "none" },
  "admin/people/:id": {
    suspend: "recent",
    restore: "recent",
    "end-sessions": "none",
    "make-link": "recent",
    "make-operator": "recent",
    "unmake-operator": "recent",
    "confirm-email": "recent",
    "revoke-access": "none",
    "remove-second-factor": "recent",
    "remove-second-factors": "recent",
    "make-recovery-link": "recent",
    "remove-identity": "recent",
    delete: "recent",
  },
  "admin/applications/:id": {
    suspend: "recent",
    restore: "recent",
    limits: "recent",
    "confirm-scheme": "recent",
    "end-bearer": "recent",
    move: "recent",
  },
  "admin/invitations": { make: "recent", withdraw: "none" },
  "admin/settings": { "": "recent" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ProofAsked>>>>;

/** The endpoints with a form that asks for this proof. */
type Asking<P extends ProofAsked> = {
  [Name in keyof typeof proofsAsked]: P extends (typeof proofsAsked)[Name][keyof (typeof proofsAsked)[Name]]
    ? Name
    : never;
}[keyof typeof proofsAsked];

/**
 * Undefined where the form asks for no proof, or the person has proved to be at the keyboard; otherwise what its page
 * says and is answered with.
 */
export async function proveIfAsked(
  call: PersonCall,
  form: Form,
  endpoint: Asking<"recent">,
): ReturnType<typeof proveRecent> {
  const of: Readonly<Record<string, ProofAsked>> = proofsAsked[endpoint];
  const change = form.get("change") ?? "";
  // The client chooses `change`: a name that the form does not have must not make the form ask for less.
  const proof = Object.hasOwn(of, change) ? of[change] : "recent";
  return proof === "recent" ? proveRecent(call, form) : undefined;
}
