/** §3.2: to whom a token belongs, and whether it is still valid. */
import type { Case, Step } from "../case.ts";
import { accepted, approvedRequest, exchange, rejected, send } from "./parts.ts";

const section = "3.2";
const ownToken: readonly Step[] = [...approvedRequest, { send: exchange, keep: "access" }];

export const cases: readonly Case[] = [
  {
    id: "3.2/token-of-another-client",
    section,
    severity: "security",
    shows: "A token does not work with another client's key.",
    steps: [send({ to: "resource", client: "second" }, rejected)],
  },
  {
    id: "3.2/token-with-unknown-client",
    section,
    severity: "security",
    shows: "A token does not work with a key that does not exist.",
    steps: [send({ to: "resource", client: "unknown" }, rejected)],
  },
  {
    id: "3.2/token-without-its-secret",
    section,
    severity: "security",
    shows: "A request that is signed with the client's secret alone does not open the resource.",
    steps: [send({ to: "resource", secrets: "wrong-token-secret" }, rejected)],
  },
  {
    id: "3.2/no-token",
    section,
    severity: "security",
    shows: "A request without a token does not open the resource.",
    steps: [
      send(
        { to: "resource", change: [{ omit: "oauth_token" }], secrets: "wrong-token-secret" },
        rejected,
      ),
    ],
  },
  {
    id: "3.2/token-works-again",
    section,
    severity: "must",
    shows: "An access token works more than once.",
    steps: [
      send({ to: "resource" }, accepted),
      send({ to: "resource" }, accepted),
      send({ to: "resource" }, accepted),
    ],
  },
  {
    id: "3.2/second-client-works",
    section,
    severity: "must",
    shows: "Another client gets request tokens of its own.",
    steps: [send({ to: "request-token", client: "second" }, accepted)],
  },
  {
    id: "3.2/rejections-do-not-end-a-token",
    section: "4.10",
    severity: "security",
    shows: "Rejected requests from someone else do not end a token.",
    steps: [
      ...Array.from({ length: 5 }, () =>
        send({ to: "resource", signature: "last-byte-changed" }, rejected),
      ),
      send({ to: "resource" }, accepted),
    ],
  },
  {
    id: "3.2/revoked",
    section: "2",
    severity: "security",
    shows: "A token that was revoked opens nothing.",
    steps: [
      ...ownToken,
      { send: { to: "resource", token: "access" } },
      { send: { to: "revocation", token: "access" } },
      send({ to: "resource", token: "access" }, rejected),
    ],
  },
  {
    id: "3.2/revoked/401",
    section,
    severity: "should",
    shows: "A revoked token gets 401.",
    steps: [
      ...ownToken,
      { send: { to: "revocation", token: "access" } },
      send({ to: "resource", token: "access" }, { ...rejected, status: [401] }),
    ],
  },
  {
    id: "3.2/revoked/twice",
    section,
    severity: "must",
    shows: "A token that was revoked cannot sign its revocation again.",
    steps: [
      ...ownToken,
      { send: { to: "revocation", token: "access" } },
      send({ to: "revocation", token: "access" }, rejected),
    ],
  },
  {
    id: "3.2/revocation/wrong-signature",
    section,
    severity: "security",
    shows: "Someone without the token's secret cannot revoke it.",
    steps: [
      ...ownToken,
      send({ to: "revocation", token: "access", secrets: "wrong-token-secret" }, rejected),
      send({ to: "resource", token: "access" }, accepted),
    ],
  },
  {
    id: "3.2/revocation/other-client",
    section,
    severity: "security",
    shows: "Another client cannot revoke a token.",
    steps: [
      ...ownToken,
      send({ to: "revocation", token: "access", client: "second" }, rejected),
      send({ to: "resource", token: "access" }, accepted),
    ],
  },
  {
    id: "3.2/revocation/replayed-after-another-grant",
    section: "3.3",
    severity: "security",
    shows: "A revocation that was recorded does not revoke the next token.",
    steps: [
      ...ownToken,
      { send: { to: "revocation", token: "access" }, keep: "revocation" },
      ...ownToken,
      send({ to: "revocation", again: "revocation" }, rejected),
      send({ to: "resource", token: "access" }, accepted),
    ],
  },
];
