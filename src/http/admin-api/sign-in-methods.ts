/** How a user signs in, in the admin API: second factors, identities, and links to a new password. */
import { z } from "zod";
import { type Factors, writtenFactor } from "../../domain/factors.ts";
import type { IssuedLink } from "../actions/issue-link.ts";
import * as actions from "../actions/sign-in-methods.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { because, itemsOf, reasonIn, time, timeOf, timeOrNull, userId } from "./shapes.ts";
import { activeUserAt, aUser, userAt } from "./users.ts";

/** No secret of a factor is here. */
const factors = z
  .strictObject({
    data: itemsOf(
      z.strictObject({
        id: z.string().describe("`totp`, or `passkey:` and the credential ID."),
        kind: z
          .enum(["totp", "passkey"])
          .describe("An authenticator app with one-time passwords, or a passkey."),
        name: z.string().nullable().describe("What the user calls a passkey; null for an app."),
        since: time.describe("When it was added."),
        last_used_at: time
          .nullable()
          .describe("When a passkey was last used; null if it never was, and for an app."),
      }),
    ),
    recovery_codes: z.number().int().describe("The number of unused codes."),
  })
  .meta({ id: "FactorList" });

export function factorsJson({ totp, passkeys, recoveryCodes }: Factors): z.input<typeof factors> {
  return {
    data: [
      ...(totp === undefined ? [] : [{ ...unnamed, since: timeOf(totp.since) }]),
      ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id: writtenFactor({ kind: "passkey", id }),
        kind: "passkey" as const,
        name,
        since: timeOf(createdAt),
        last_used_at: timeOrNull(lastUsedAt),
      })),
    ],
    recovery_codes: recoveryCodes,
  };
}

const unnamed = { id: "totp", kind: "totp" as const, name: null, last_used_at: null };

/** A removal has its reason in the query, because a DELETE has no body (RFC 9110 §9.3.5). */
const removal = z.strictObject({ because });

export const listFactors = operation({
  at: "GET /admin/v1/users/:id/factors",
  name: "listFactors",
  summary: "List a user's second factors, without their secrets",
  params: aUser,
  response: factors,
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    const { id } = await userAt(ledger, params.id);
    return factorsJson(await ledger.factorsOf(id));
  },
});

export const removeFactor = operation({
  at: "DELETE /admin/v1/users/:id/factors/:factor",
  of: actions.removeFactor,
  summary: "Remove one second factor of a user; all sessions end",
  params: z.strictObject({
    id: userId,
    factor: z.string().describe("The factor's ID, as in the list."),
  }),
  query: removal,
  problems: ["rejected"],
  async run({ params: { id, factor }, query, ...call }) {
    const removed = { userId: id, factor, because: reasonIn(query.because) };
    await perform(actions.removeFactor, call, removed);
  },
});

export const removeFactors = operation({
  at: "DELETE /admin/v1/users/:id/factors",
  of: actions.removeFactors,
  summary: "Remove all second factors of a user; all sessions end",
  params: aUser,
  query: removal,
  problems: ["rejected"],
  async run({ params, query, ...call }) {
    const removed = { userId: params.id, because: reasonIn(query.because) };
    await perform(actions.removeFactors, call, removed);
  },
});

const identity = {
  issuer: z.string().max(1000).describe("The URL of the identity provider."),
  subject: z.string().max(1000).describe("The ID that the user has there."),
};

export const listIdentities = operation({
  at: "GET /admin/v1/users/:id/identities",
  name: "listIdentities",
  summary: "List a user's identities at identity providers",
  params: aUser,
  response: z
    .strictObject({
      data: itemsOf(z.strictObject({ ...identity, since: time.describe("When it was linked.") })),
    })
    .meta({ id: "IdentityList" }),
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    const { id } = await userAt(ledger, params.id);
    const data = (await ledger.identitiesOf(id)).map(({ issuer, subject, linkedAt }) => {
      return { issuer, subject, since: timeOf(linkedAt) };
    });
    return { data };
  },
});

export const removeIdentity = operation({
  at: "DELETE /admin/v1/users/:id/identities",
  of: actions.removeIdentity,
  summary: "Unlink an identity from a user; all sessions end",
  params: aUser,
  query: removal.extend(identity),
  problems: ["rejected"],
  async run({ params, query: { issuer, subject, ...query }, ...call }) {
    const because = reasonIn(query.because);
    const removed = { userId: params.id, identity: { issuer, subject }, because };
    await perform(actions.removeIdentity, call, removed);
  },
});

export const createdLink = z
  .strictObject({
    url: z.string().describe("The link. It works once, and is never returned again."),
    expires_at: time.describe("When the link expires."),
  })
  .meta({ id: "CreatedLink" });

export function linkJson({ href, expiresAt }: IssuedLink): z.input<typeof createdLink> {
  return { url: href, expires_at: timeOf(expiresAt) };
}

/** No URL leads to it: no API key changes how a user signs in. */
export const setPassword = operation({
  of: actions.setPassword,
  summary:
    "Set a new password; the user is signed out everywhere, and everything pending in the account ends",
  params: aUser,
  body: z.strictObject({ password: z.string().max(1000) }),
  async run({ params, body, ...call }) {
    const user = await userAt(call.dependencies.ledger, params.id);
    await perform(actions.setPassword, call, { user, password: body.password });
  },
});

export const createResetLink = operation({
  at: "POST /admin/v1/users/:id/reset_links",
  of: actions.createResetLink,
  summary: "Create a link with which a user can set a new password",
  params: aUser,
  response: createdLink,
  creates: true,
  about: ({ params }) => ({ userId: params.id }),
  returnsSecret: "link",
  problems: ["not-found"],
  async run({ params, ...call }) {
    const user = await userAt(call.dependencies.ledger, params.id);
    return linkJson(
      await perform(actions.createResetLink, call, { user }, () =>
        activeUserAt(call.dependencies.ledger, user.id),
      ),
    );
  },
});

export const createRecoveryLink = operation({
  at: "POST /admin/v1/users/:id/recovery_links",
  of: actions.createRecoveryLink,
  summary: "Create a link for a user who lost the password and the second factors",
  params: aUser,
  body: z.strictObject({ because }).meta({ id: "NewRecoveryLink" }),
  response: createdLink,
  creates: true,
  about: ({ params }) => ({ userId: params.id }),
  returnsSecret: "link",
  problems: ["not-found", "rejected"],
  async run({ params, body, ...call }) {
    const user = await userAt(call.dependencies.ledger, params.id);
    const wanted = { user, because: reasonIn(body.because) };
    return linkJson(
      await perform(actions.createRecoveryLink, call, wanted, () =>
        activeUserAt(call.dependencies.ledger, user.id),
      ),
    );
  },
});
