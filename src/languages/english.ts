import { account } from "./english/account.ts";
import { admin } from "./english/admin.ts";
import { audit } from "./english/audit.ts";
import { cancelled, consent, invalidRequest, pin } from "./english/consent.ts";
import { dates } from "./english/dates.ts";
import { email } from "./english/email.ts";
import { error } from "./english/errors.ts";
import { home } from "./english/home.ts";
import { identities } from "./english/identities.ts";
import { keptForm } from "./english/kept-form.ts";
import { legal } from "./english/legal.ts";
import { mail } from "./english/mail.ts";
import { notices, notifications } from "./english/notices.ts";
import { passkeys } from "./english/passkeys.ts";
import { portal } from "./english/portal.ts";
import { reset } from "./english/reset.ts";
import { shell } from "./english/shell.ts";
import { signIn } from "./english/sign-in.ts";
import { signUp } from "./english/sign-up.ts";
import { twoStep } from "./english/two-step.ts";
import type { Texts } from "./texts.ts";

export const english: Texts = {
  language: { tag: "en", name: "English", direction: "ltr" },
  signIn,
  signUp,
  reset,
  twoStep,
  identities,
  passkeys,
  email,
  mail,
  notices,
  notifications,
  consent,
  pin,
  cancelled,
  invalidRequest,
  error,
  keptForm,
  shell,
  account,
  admin,
  audit,
  portal,
  dates,
  legal,
  home,
};
