import type { AccountTexts } from "./texts/account.ts";
import type { AdminTexts } from "./texts/admin.ts";
import type { AuditTexts } from "./texts/audit.ts";
import type {
  CancelledTexts,
  ConsentTexts,
  InvalidRequestTexts,
  PinTexts,
} from "./texts/consent.ts";
import type { DateTexts } from "./texts/dates.ts";
import type { EmailTexts } from "./texts/email.ts";
import type { ErrorTexts } from "./texts/errors.ts";
import type { HomeTexts } from "./texts/home.ts";
import type { IdentityTexts } from "./texts/identities.ts";
import type { KeptFormTexts } from "./texts/kept-form.ts";
import type { Language } from "./texts/language.ts";
import type { LegalTexts } from "./texts/legal.ts";
import type { MailTexts } from "./texts/mail.ts";
import type { NoticeTexts, NotificationTexts } from "./texts/notices.ts";
import type { PasskeyTexts } from "./texts/passkeys.ts";
import type { PortalTexts } from "./texts/portal.ts";
import type { ResetTexts } from "./texts/reset.ts";
import type { ShellTexts } from "./texts/shell.ts";
import type { SignInTexts } from "./texts/sign-in.ts";
import type { SignUpTexts } from "./texts/sign-up.ts";
import type { TwoStepTexts } from "./texts/two-step.ts";

/**
 * Every text of every page in one language. A catalogue with a missing text is a type error.
 * A text that contains a stranger's name is a `Sentence`; one that only contains a number is a `string`.
 */
export type Texts = {
  readonly language: Language;
  readonly signIn: SignInTexts;
  readonly signUp: SignUpTexts;
  readonly reset: ResetTexts;
  readonly twoStep: TwoStepTexts;
  readonly identities: IdentityTexts;
  readonly passkeys: PasskeyTexts;
  readonly email: EmailTexts;
  readonly mail: MailTexts;
  readonly notices: NoticeTexts;
  readonly notifications: NotificationTexts;
  readonly consent: ConsentTexts;
  readonly pin: PinTexts;
  readonly cancelled: CancelledTexts;
  readonly invalidRequest: InvalidRequestTexts;
  readonly error: ErrorTexts;
  readonly keptForm: KeptFormTexts;
  readonly shell: ShellTexts;
  readonly account: AccountTexts;
  readonly admin: AdminTexts;
  readonly audit: AuditTexts;
  readonly portal: PortalTexts;
  readonly dates: DateTexts;
  readonly legal: LegalTexts;
  readonly home: HomeTexts;
};
