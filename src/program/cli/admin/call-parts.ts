import { randomBytes } from "node:crypto";
import { ownOrigin } from "../../../config/addresses.ts";
import { readBrandFiles } from "../../../config/brand-files.ts";
import type { Config } from "../../../config/config.ts";
import { byCommandLine } from "../../../domain/audit-context.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import type { ActionParts } from "../../../http/operation/action.ts";
import type { AdminCall } from "../../../http/operation/admin-operation.ts";
import type { KeyRing } from "../../../tools/keys/key-ring.ts";
import type { EmailMessage } from "../../../tools/mail/email-message.ts";
import { mailReasonOf } from "../../../tools/mail/mail-problem.ts";
import { type MailServer, smtpTo } from "../../../tools/mail/smtp.ts";
import { hashPassword } from "../../../tools/passwords/passwords.ts";
import { Failed } from "../outcome.ts";

interface Opened {
  readonly ledger: Ledger;
  readonly config: Config;
  readonly keys: KeyRing;
}

/**
 * A call by the command line, without what it takes. Nothing limits an administrator's own commands. `sent` waits for
 * the emails, and throws `Failed` if one was not sent: the link is printed all the same.
 */
export function callParts(
  { ledger, config, keys }: Opened,
  now: number,
): {
  readonly call: Omit<AdminCall, "params" | "query" | "body">;
  readonly sent: (result: unknown) => Promise<void>;
} {
  const sending: Promise<void>[] = [];
  const failures: { readonly to: string; readonly reason: string }[] = [];
  const { mailServer } = config;
  const dependencies: ActionParts = {
    ledger,
    keys,
    // The last minute of a running server is not in the database yet.
    usage: { usageOf: async (...asked) => ledger.usageOf(...asked) },
    config,
    random: randomBytes,
    clock: () => now,
    passwords: { hash: (password) => hashPassword(password) },
    rateLimiter: { hit: async () => undefined },
    ownLimits: {
      changed() {},
      planSaved() {},
      planDeleted() {},
      apiLimitSaved() {},
      apiLimitDeleted() {},
      async load() {},
    },
    sunsets: { replace() {} },
    mail: mailServer && {
      sendAsked(find, _by, settled) {
        const send = async () => {
          for (const email of await find()) {
            const reason = await reasonNotSent(mailServer, email);
            if (reason !== undefined) failures.push({ to: email.to, reason });
            await settled?.(reason === undefined ? "sent" : "failed", email.to);
          }
        };
        const sent = send();
        sending.push(sent);
        // It is awaited later, and must not end the process before that.
        sent.catch(() => {});
      },
    },
    get languages() {
      return readBrandFiles(config).languages;
    },
    get origins() {
      return [baseUrlOf(config)] as const;
    },
  };
  return {
    call: {
      by: byCommandLine(now),
      dependencies,
      pause: async () => {},
      assertMatch() {},
      server: noServer,
    },
    async sent() {
      await Promise.all(sending);
      if (failures.length === 0 || mailServer === undefined) return;
      const { host, port } = mailServer;
      const named = failures.map(({ to, reason }) => `${to} (${reason})`).join(", ");
      throw new Failed(`${host}:${port} sent no email to ${named}. The links work all the same.`);
    },
  };
}

async function reasonNotSent(
  mailServer: MailServer,
  email: EmailMessage,
): Promise<string | undefined> {
  try {
    await smtpTo(mailServer)(email, AbortSignal.timeout(30_000));
    return undefined;
  } catch (error) {
    return mailReasonOf(error);
  }
}

const noServer = new Proxy({} as AdminCall["server"], {
  get() {
    throw new Error("no command runs an operation that needs a server");
  },
});

/** It is known without a running server, unless the server chooses a free port. */
function baseUrlOf(config: Config): string {
  if (config.baseUrl !== undefined) return config.baseUrl;
  if (config.port !== 0) return ownOrigin(config, config.port);
  throw new Failed(
    "the link needs the service's URL, which isn't known because COUNTERSIGN_PORT=0 selects a free port; set COUNTERSIGN_BASE_URL to the URL in the `ready` line, for example COUNTERSIGN_BASE_URL=http://127.0.0.1:8080",
  );
}
