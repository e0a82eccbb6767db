import { account } from "./arabic/account.ts";
import { admin } from "./arabic/admin.ts";
import { audit } from "./arabic/audit.ts";
import { cancelled, consent, invalidRequest, pin } from "./arabic/consent.ts";
import { dates } from "./arabic/dates.ts";
import { email } from "./arabic/email.ts";
import { error } from "./arabic/errors.ts";
import { home } from "./arabic/home.ts";
import { identities } from "./arabic/identities.ts";
import { keptForm } from "./arabic/kept-form.ts";
import { legal } from "./arabic/legal.ts";
import { mail } from "./arabic/mail.ts";
import { notices, notifications } from "./arabic/notices.ts";
import { passkeys } from "./arabic/passkeys.ts";
import { portal } from "./arabic/portal.ts";
import { reset } from "./arabic/reset.ts";
import { shell } from "./arabic/shell.ts";
import { signIn } from "./arabic/sign-in.ts";
import { signUp } from "./arabic/sign-up.ts";
import { twoStep } from "./arabic/two-step.ts";
import type { Texts } from "./texts.ts";

export const arabic: Texts = {
  language: { tag: "ar", name: "العربية", direction: "rtl" },
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
