import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { startMailServer } from "../../../test/support/smtp.ts";
import { makeCertificate } from "../../../test/support/tls.ts";
import { Secret } from "../../domain/credentials.ts";
import type { Requester } from "../../domain/fair-queue.ts";
import type { EmailMessage } from "./email-message.ts";
import { type Mail, maxWaiting, openMail } from "./mail.ts";
import { type MailServer, smtpTo } from "./smtp.ts";

const email: EmailMessage = {
  to: "alice@users.example",
  subject: "A new password",
  text: "Hello @alice,\n\n.\nhttps://id.example.com/reset?token=x\n",
};

const requester = { network: "203.0.113.1" };

const plain = {
  host: "127.0.0.1",
  tls: "none",
  credentials: undefined,
  from: { name: "Example ID", address: "id@example.com" },
} as const;

function ask(mail: Mail, one: EmailMessage, by: Requester = requester): void {
  mail.sendAsked(async () => [one], by);
}

/** Failures add their reasons here; `failure` is the next one. */
function mailBy(server: MailServer) {
  const reasons: string[] = [];
  let tell = (_: string) => {};
  const mail = openMail(smtpTo(server), (reason) => {
    reasons.push(reason);
    tell(reason);
  });
  const failure = () =>
    new Promise<string>((resolve) => {
      tell = resolve;
    });
  return Object.assign(mail, { reasons, failure });
}

test("a letter arrives as it was written, in any script", async () => {
  await using server = await startMailServer();
  await using mail = mailBy({ ...plain, port: server.port });
  ask(mail, email);
  await server.has(1);
  ask(mail, { ...email, subject: "كلمة مرور جديدة", text: "مرحبا \u{2068}@alice\u{2069}\n" });
  const [first, second] = await server.has(2);
  assert.equal(first?.text.trimEnd(), email.text.trimEnd());
  assert.equal(first.headers.get("subject"), email.subject);
  assert.equal(first.headers.get("to"), email.to);
  assert.equal(first.headers.get("from"), "Example ID <id@example.com>");
  assert.equal(first.headers.get("auto-submitted"), "auto-generated");
  assert.match(first.headers.get("content-type") ?? "", /^text\/plain; charset=utf-8/);
  assert.deepEqual([first.from, first.to], ["id@example.com", ["alice@users.example"]]);
  assert.equal(second?.headers.get("subject"), "كلمة مرور جديدة");
  assert.equal(second.text.trimEnd(), "مرحبا \u{2068}@alice\u{2069}");
  assert.deepEqual(mail.reasons, []);
});

test("a letter with a document arrives as both, the text first", async () => {
  await using server = await startMailServer();
  await using mail = mailBy({ ...plain, port: server.port });
  const html = "<!doctype html>\n<p>Hello <bdi>@alice</bdi>, \u{2068}مرحبا\u{2069}</p>\n";
  ask(mail, { ...email, html: () => html });
  const [received] = await server.has(1);
  assert.match(received?.headers.get("content-type") ?? "", /^multipart\/alternative/);
  assert.equal(received?.text.trimEnd(), email.text.trimEnd());
  assert.equal(received?.html?.trimEnd(), html.trimEnd());
});

test("letters that are found together are sent one by one: a recipient who is rejected stops no other", async () => {
  await using server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("gone") ? new Error("no such user") : null),
  });
  await using mail = mailBy({ ...plain, port: server.port });
  const to = ["gone@users.example", "bob@users.example"];
  mail.sendFound(
    async () => to.map((one) => ({ ...email, to: one })),
    () => assert.fail("it had its turn"),
  );
  const [received] = await server.has(1);
  assert.deepEqual(received?.to, ["bob@users.example"]);
  assert.equal(mail.reasons.length, 1);
});

test("what is to be told when the service stops is dropped without a look, and without a line in the log", async () => {
  const mail = heldMail();
  mail.release();
  await mail[Symbol.asyncDispose]();
  await new Promise<void>((resolve) => {
    mail.sendFound(async () => assert.fail("it was looked for"), resolve);
  });
  assert.deepEqual(mail.reasons, []);
});

test("header injection — a subject or a recipient that is more than one is not sent at all", async () => {
  await using server = await startMailServer();
  await using mail = mailBy({ ...plain, port: server.port });
  const bad: EmailMessage[] = [
    { ...email, subject: "New\r\nBcc: bob@users.example" },
    { ...email, subject: "New\nBcc: bob@users.example" },
    ...[
      "alice@users.example\r\nBcc: bob@users.example",
      "alice,bob@users.example",
      "alice<bob@users.example>",
      "alice@users.example, bob@users.example",
      "everybody:;@users.example",
      "no address",
      "",
    ].map((to) => ({ ...email, to })),
  ];
  for (const [at, one] of bad.entries()) ask(mail, one, { network: `${at}` });
  ask(mail, email);
  await server.has(1);
  await mail[Symbol.asyncDispose]();
  assert.deepEqual(
    server.received.map((one) => one.to),
    [["alice@users.example"]],
  );
  assert.equal(mail.reasons.length, bad.length);
  assert.doesNotMatch(mail.reasons.join(), /alice|bob/);
});

test("credentials are shown to the server that asks, and a rejection of them is logged without them", async () => {
  await using server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const right = username === "mailer" && password === "p@ss word";
      done(right ? null : new Error(`no ${username} ${password}`), { user: username });
    },
  });
  const by = (password: string) =>
    mailBy({
      ...plain,
      port: server.port,
      credentials: { user: "mailer", password: new Secret(password) },
    });
  await using mail = by("p@ss word");
  ask(mail, email);
  assert.equal((await server.has(1))[0]?.user, "mailer");
  await using wrong = by("wrong canary");
  ask(wrong, email);
  const reason = await wrong.failure();
  assert.match(reason, /^EAUTH .*535/);
  assert.doesNotMatch(reason, /canary|mailer|alice/);
  assert.equal(server.received.length, 1);
});

test("a server that rejects the recipient — the log does not repeat whom", async () => {
  await using server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => done(new Error(`there is no ${address}`)),
  });
  await using mail = mailBy({ ...plain, port: server.port });
  ask(mail, email);
  const reason = await mail.failure();
  assert.match(reason, /^EENVELOPE .*550/);
  assert.doesNotMatch(reason, /alice/);
});

test("a server that is down, or dies in the middle, is a line in the log", async () => {
  const gone = await startMailServer();
  await gone[Symbol.asyncDispose]();
  await using mail = mailBy({ ...plain, port: gone.port });
  ask(mail, email);
  assert.match(await mail.failure(), /ECONNREFUSED/);
  const hangingUp = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => hangingUp.listen(0, "127.0.0.1", resolve));
  const address = hangingUp.address();
  assert.ok(typeof address === "object" && address !== null);
  await using cut = mailBy({ ...plain, port: address.port });
  ask(cut, email);
  assert.notEqual(await cut.failure(), "");
  hangingUp.close();
});

test("a server that answers a byte at a time keeps no place: the delivery ends, and the next mail is tried", async () => {
  const closed: Promise<unknown>[] = [];
  const slow = createServer((socket) => {
    socket.on("error", () => {});
    closed.push(once(socket, "close"));
    socket.write("220 mail.example\r\n");
    socket.once("data", () => {
      const dripping = setInterval(() => socket.write("2"), 5);
      socket.once("close", () => clearInterval(dripping));
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  using _closing = { [Symbol.dispose]: () => void slow.close() };
  const address = slow.address();
  assert.ok(typeof address === "object" && address !== null);
  const reasons: string[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  await using mail = openMail(smtpTo({ ...plain, port: address.port }, 200), (reason) => {
    if (reasons.push(reason) === 3) resolve();
  });
  for (const network of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
    ask(mail, email, { network });
  await all;
  assert.equal(closed.length, 3);
  await Promise.all(closed);
  for (const reason of reasons) assert.match(reason, /^EABORT/);
});

test("STARTTLS — asked for before anything else, and the certificate is checked", async () => {
  using certificate = await makeCertificate(["localhost"]);
  const credentials = { user: "mailer", password: new Secret("a canary password") };
  const seen: string[] = [];
  await using server = await startMailServer(
    {
      onAuth({ password = "" }, session, done) {
        seen.push(`${session.secure} ${password}`);
        done(null, { user: "mailer" });
      },
    },
    certificate,
  );
  const settings = { ...plain, host: "localhost", port: server.port, credentials } as const;
  await using unknown = mailBy({ ...settings, tls: "starttls" });
  ask(unknown, email);
  assert.match(await unknown.failure(), /^E(TLS|SOCKET|CONNECTION)/);
  assert.deepEqual(seen, [], "nothing was shown to a server that no one vouches for");

  await trusting(certificate.authority, async () => {
    await using mail = mailBy({ ...settings, tls: "starttls" });
    ask(mail, email);
    const [received] = await server.has(1);
    assert.equal(received?.overTls, true);
    assert.deepEqual(seen, ["true a canary password"]);
  });
});

test("STARTTLS — a server that does not offer it gets neither the password nor the mail", async () => {
  const seen: string[] = [];
  await using server = await startMailServer({
    allowInsecureAuth: true,
    onAuth(_credentials, _session, done) {
      seen.push("shown");
      done(null, { user: "mailer" });
    },
  });
  const credentials = { user: "mailer", password: new Secret("a canary password") };
  await using mail = mailBy({ ...plain, tls: "starttls", port: server.port, credentials });
  ask(mail, email);
  assert.match(await mail.failure(), /^ETLS .*STARTTLS/);
  assert.deepEqual([seen, server.received], [[], []]);
});

test("smtps — TLS from the start, for the name that was asked for", async () => {
  using certificate = await makeCertificate(["localhost"]);
  await using server = await startMailServer({ secure: true }, certificate);
  const settings = {
    ...plain,
    host: "localhost",
    port: server.port,
    tls: "from-the-start",
  } as const;
  await trusting(certificate.authority, async () => {
    await using mail = mailBy(settings);
    ask(mail, email);
    assert.equal((await server.has(1))[0]?.overTls, true);
    await using another = mailBy({ ...settings, host: "127.0.0.1" });
    ask(another, email);
    assert.match(await another.failure(), /ERR_TLS_CERT_ALTNAME_INVALID|^E(TLS|SOCKET)/);
  });
  assert.equal(server.received.length, 1);
});

test("on a loopback host plain text will do, whatever certificate is offered", async () => {
  using certificate = await makeCertificate(["elsewhere.example"]);
  await using server = await startMailServer({}, certificate);
  await using mail = mailBy({ ...plain, port: server.port });
  ask(mail, email);
  assert.equal((await server.has(1))[0]?.overTls, false);
});

/** Nothing is delivered until it is released. */
function heldMail() {
  const reasons: string[] = [];
  const delivered: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const mail = openMail(
    async ({ to }) => {
      await released;
      delivered.push(to);
    },
    (reason) => reasons.push(reason),
  );
  return Object.assign(mail, { reasons, delivered, release });
}

test("the queue is bounded, and a request never waits for it", async () => {
  await using mail = heldMail();
  const { entries } = maxWaiting;
  for (let at = 0; at < entries + 10; at += 1) {
    ask(mail, { ...email, to: `p${at}@users.example` });
  }
  assert.equal(mail.delivered.length, 0);
  assert.equal(mail.reasons.length, 10);
  assert.match(mail.reasons[0] ?? "", new RegExp(`${entries} others`));
  mail.release();
  await mail[Symbol.asyncDispose]();
  assert.equal(mail.delivered.length, entries);
  ask(mail, email);
  assert.equal(mail.delivered.length, entries, "closed");
});

test("what anyone may ask for keeps nothing back that users are to be told, and comes after it", async () => {
  await using mail = heldMail();
  for (let at = 0; at < 200; at += 1) {
    ask(mail, { ...email, to: "asked@users.example" }, { network: `203.0.113.${at}` });
  }
  assert.equal(mail.reasons.length, 200 - maxWaiting.entries);
  mail.sendFound(
    async () => [{ ...email, to: "told@users.example" }],
    () => assert.fail("it had its turn"),
  );
  mail.release();
  await mail[Symbol.asyncDispose]();
  assert.equal(mail.delivered.length, maxWaiting.entries + 1);
  assert.equal(mail.delivered[0], "told@users.example");
});

test("one network or one account cannot fill the queue for others", async () => {
  await using mail = heldMail();
  for (let at = 0; at < 100; at += 1) {
    ask(mail, email, { network: "203.0.113.1", account: `${at}` });
    ask(mail, email, { network: `203.0.113.${at}`, account: "mallory" });
  }
  const others = ["bob@users.example", "carol@users.example"];
  for (const to of others) {
    ask(mail, { ...email, to }, { network: "198.51.100.1" });
    ask(mail, { ...email, to }, { network: "203.0.113.99", account: to });
  }
  mail.release();
  await mail[Symbol.asyncDispose]();
  for (const to of others) assert.equal(mail.delivered.filter((one) => one === to).length, 2);
});

test("mails are prepared after the request was answered, and a failure there is logged", async () => {
  const order: string[] = [];
  await using mail = openMail(
    async ({ to }) => void order.push(to),
    (reason) => order.push(`failed ${reason}`),
  );
  const look = (m: Mail) =>
    m.sendAsked(async () => {
      order.push("looked");
      return [email, { ...email, to: "bob@users.example" }];
    }, requester);
  look(mail);
  await Promise.resolve();
  order.push("answered");
  mail.sendAsked(() => Promise.reject(new TypeError("alice@users.example")), requester);
  mail.sendAsked(async () => [], requester);
  await mail[Symbol.asyncDispose]();
  assert.equal(order[0], "answered");
  assert.deepEqual(order.toSorted(), [
    "alice@users.example",
    "answered",
    "bob@users.example",
    "failed TypeError",
    "looked",
  ]);
});

test("what came of each requested email is told: sent, failed, or none of them", async () => {
  const told: string[] = [];
  const settled = async (outcome: string, to = "all") => void told.push(`${outcome} ${to}`);
  {
    await using mail = openMail(
      async ({ to }) => {
        if (to.startsWith("gone")) throw new Error("no such user");
      },
      () => {},
    );
    const to = ["gone@users.example", "no address", "bob@users.example"];
    const three = async () => to.map((one) => ({ ...email, to: one }));
    mail.sendAsked(three, requester, settled);
    mail.sendAsked(() => Promise.reject(new TypeError("broken")), requester, settled);
    await mail[Symbol.asyncDispose]();
    mail.sendAsked(async () => [email], requester, settled);
  }
  assert.deepEqual(told.splice(0).toSorted(), [
    "failed all",
    "failed all",
    "failed gone@users.example",
    "failed no address",
    "sent bob@users.example",
  ]);
  await using held = heldMail();
  for (let at = 0; at < maxWaiting.entries + 5; at += 1) {
    held.sendAsked(async () => [email], { network: `203.0.113.${at}` }, settled);
  }
  assert.deepEqual(
    told,
    Array.from({ length: 5 }, () => "failed all"),
    "the queue is full",
  );
  held.release();
});

async function trusting(authority: string, run: () => Promise<void>): Promise<void> {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readFileSync(authority, "utf8")]);
  try {
    await run();
  } finally {
    setDefaultCACertificates(before);
  }
}
