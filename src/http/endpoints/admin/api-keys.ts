import { isLoopbackHost } from "../../../config/addresses.ts";
import {
  type ApiKey,
  type ApiKeyLife,
  apiKeyLives,
  apiKeyRoles,
  isApiKeyName,
  isApiKeyRole,
  type ListedApiKey,
  type WantedApiKey,
} from "../../../domain/api-key.ts";
import { type Overlap, overlaps } from "../../../domain/application.ts";
import { type ApiKeyId, idFrom, type Secret } from "../../../domain/credentials.ts";
import { dayMs } from "../../../domain/day.ts";
import { typedText } from "../../../domain/typed-text.ts";
import {
  type ApiKeyRotationPage,
  type ApiKeysPage,
  apiKeyPage,
  apiKeysPage,
  rotateApiKeyPage,
  type TypedApiKey,
} from "../../../pages/views/admin/api-keys.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import * as actions from "../../actions/api-keys.ts";
import { EarlyReply, plainChange, sensitiveChange } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. */
export const apiKeys = endpoint({
  name: "admin/api-keys",
  paths: ["/admin/api-keys"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows the keys of the admin API; creates or rotates one, which is shown only once, and revokes one",
  limit: "account-pages",
  reads: [
    { name: "after", required: false, meaning: "The last key of the page before." },
    { name: "rotate", required: false, meaning: "The key to rotate: shows only the form for it." },
  ],
  ...forAdmins({
    fields: [
      { name: "name", required: false, meaning: "For create: what uses the key." },
      { name: "role", required: false, meaning: "For create.", values: apiKeyRoles },
      {
        name: "expires",
        required: false,
        meaning: "For create and rotate: after how many days it expires, if ever.",
        values: apiKeyLives,
      },
      { name: "key", required: false, meaning: "For rotate and revoke: which." },
      {
        name: "overlap",
        required: false,
        meaning: "For rotate: how long the previous key keeps working.",
        values: Object.keys(overlaps),
      },
      { name: "replaces", required: false, meaning: "For rotate: the beginning of that key." },
    ],
    async show(call) {
      const query = queryOf(call.incoming);
      const rotated = await apiKeyWithId(call, query.get("rotate"));
      if (rotated !== undefined) return rotationPage(call, rotated, {});
      const name = query.get("revoked");
      const revoked = name === null || isApiKeyName(name) ? name : "";
      return pageReply(apiKeysPage({ ...(await listed(call)), revoked }));
    },
    changes: {
      create: sensitiveChange(actions.createApiKey, {
        read,
        ask: async (call, reauthentication, { input }) =>
          pageReply(apiKeysPage({ ...(await listed(call)), input, reauthentication })),
        input: (_call, { wanted }) => wanted,
        done: shown,
        rejected: (call, _why, { input }) => again(call, { ...input, problem: "taken" }, 409),
      }),
      rotate: sensitiveChange(actions.rotateApiKey, {
        read: readRotation,
        ask: (call, reauthentication, { key, overlap, expires }) =>
          rotationPage(call, key, { overlap, expires, reauthentication }),
        input: ({ now }, { key, overlap, replaces, expires }) => ({
          ...{ key: { ...key, prefix: replaces }, overlap },
          expiresAt: expiryOf(expires, now),
        }),
        done: shown,
        rejected: (call) => rotatedSince(call),
      }),
      revoke: plainChange(actions.revokeApiKey, {
        read: (_call: ViewerCall, form) =>
          idFrom<ApiKeyId>(form.get("key")) ?? new EarlyReply(revoked("")),
        input: (_call, id) => ({ id }),
        done: (_call, { name }) => revoked(name),
        rejected: () => revoked(""),
      }),
    },
  }),
});

interface Read {
  readonly input: TypedApiKey;
  readonly wanted: WantedApiKey;
}

async function read(call: ViewerCall, form: Form): Promise<Read | EarlyReply> {
  const name = typedText(form.get("name"));
  const role = form.get("role");
  const life = lifeIn(form);
  if (life === undefined) return new EarlyReply(notUnderstood(call));
  if (!isApiKeyRole(role)) {
    const input = { name, role: undefined, expires: life, problem: "role" } as const;
    return new EarlyReply(again(call, input, 422));
  }
  const input = { name, role, expires: life };
  if (!isApiKeyName(name)) return new EarlyReply(again(call, { ...input, problem: "name" }, 422));
  return { input, wanted: { name, role, expiresAt: expiryOf(life, call.now) } };
}

function lifeIn(form: Form): ApiKeyLife | undefined {
  const expires = form.get("expires");
  return apiKeyLives.find((one) => one === expires);
}

function expiryOf(life: ApiKeyLife, now: number): number | undefined {
  return life === "never" ? undefined : now + Number(life) * dayMs;
}

interface Rotation {
  readonly key: ListedApiKey;
  readonly overlap: Overlap;
  readonly replaces: string;
  readonly expires: ApiKeyLife;
}

async function readRotation(call: ViewerCall, form: Form): Promise<Rotation | EarlyReply> {
  const key = await apiKeyWithId(call, form.get("key"));
  if (key === undefined) return new EarlyReply(rotatedSince(call));
  const expires = lifeIn(form);
  if (expires === undefined) return new EarlyReply(notUnderstood(call));
  const overlap = (Object.keys(overlaps) as Overlap[]).find((one) => one === form.get("overlap"));
  if (overlap === undefined) {
    const again = rotationPage(call, key, { overlap: "none", expires });
    return new EarlyReply({ ...again, status: 422 });
  }
  return { key, overlap, replaces: form.get("replaces") ?? "", expires };
}

function apiKeyWithId({ dependencies: { ledger } }: ViewerCall, id: string | null | undefined) {
  return actions.apiKeyWithId(ledger, idFrom<ApiKeyId>(id ?? null));
}

function rotationPage(
  { viewer }: ViewerCall,
  key: ListedApiKey,
  more: Omit<ApiKeyRotationPage, "viewer" | "key">,
): Reply {
  return pageReply(rotateApiKeyPage({ viewer, key, ...more }));
}

async function rotatedSince(call: ViewerCall): Promise<Reply> {
  return pageReply(apiKeysPage({ ...(await listed(call)), rotatedSince: true }), { status: 409 });
}

function revoked(name: string): Reply {
  return seeOther(`/admin/api-keys?revoked=${name}`);
}

/** The key is never part of a page's URL. */
function shown(
  { viewer, dependencies: { config } }: ViewerCall,
  { key, secret }: { readonly key: Parameters<typeof apiKeyPage>[1]; readonly secret: Secret },
): Reply {
  const { internalHost, internalPort } = config;
  const host = internalHost.includes(":") ? `[${internalHost}]` : internalHost;
  const internal = internalPort === "off" ? undefined : `http://${host}:${internalPort}`;
  return pageReply(apiKeyPage(viewer, key, { secret: secret.reveal(), internal }), { status: 201 });
}

async function again(call: ViewerCall, input: TypedApiKey, status: number): Promise<Reply> {
  return pageReply(apiKeysPage({ ...(await listed(call)), input }), { status });
}

async function listed(call: ViewerCall): Promise<ApiKeysPage> {
  const { incoming, dependencies, viewer, now } = call;
  const { internalHost, internalPort } = dependencies.config;
  const after = idFrom<ApiKeyId>(queryOf(incoming).get("after"));
  const rows = await dependencies.ledger.apiKeys({ after, size: pageSize + 1 });
  const { slice, nextHref } = pageOf(rows, "/admin/api-keys", ({ id }: ApiKey) => id);
  const reached = isLoopbackHost(internalHost) ? "loopback" : "network";
  const address = internalPort === "off" ? "off" : reached;
  return { viewer, keys: slice, nextHref, address, now };
}
