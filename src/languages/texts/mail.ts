import type { ChangeNews, FactorNews } from "../../domain/account-notice.ts";
import type { Sentence } from "../sentence.ts";

/** Emails in plain text. Every text except a subject is a paragraph. */
export type MailTexts = {
  readonly passwordReset: {
    readonly subject: (service: string) => Sentence;
    readonly asked: (service: string) => Sentence;
    /** Followed by a link. */
    readonly forAccount: (user: string) => Sentence;
    readonly lives: (minutes: number) => string;
    readonly notYou: string;
  };
  readonly emailConfirmation: {
    readonly subject: (service: string) => Sentence;
    /** Followed by a link. */
    readonly asked: (user: string, service: string) => Sentence;
    readonly lives: string;
    readonly notYou: string;
  };
  readonly factors: {
    readonly subject: (service: string) => Sentence;
    readonly said: Readonly<Record<FactorNews, (user: string, service: string) => Sentence>>;
    readonly notYou: string;
  };
} & Readonly<Record<ChangeNews, ChangeTexts>>;

type ChangeTexts = {
  readonly subject: (service: string) => Sentence;
  readonly changed: (user: string, service: string) => Sentence;
  readonly notYou: string;
};
