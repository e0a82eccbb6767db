import { isLoopbackHost } from "../../../config/addresses.ts";
import {
  type ApiKey,
  apiKeyLives,
  apiKeyRoles,
  isApiKeyName,
  isApiKeyRole,
  type WantedApiKey,
} from "../../../domain/api-key.ts";
import { type ApiKeyId, idFrom } from "../../../domain/credentials.ts";
import { dayMs } from "../../../domain/day.ts";
import { typedText } from "../../../domain/typed-text.ts";
import {
  type ApiKeysPage,
  apiKeyPage,
  apiKeysPage,
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
    "Shows the keys of the admin API; creates one, which is shown only once, and revokes one",
  limit: "account-pages",
  reads: [{ name: "after", required: false, meaning: "The last key of the page before." }],
  ...forAdmins({
    fields: [
      { name: "name", required: false, meaning: "For create: what uses the key." },
      { name: "role", required: false, meaning: "For create.", values: apiKeyRoles },
      {
        name: "expires",
        required: false,
        meaning: "For create: after how many days it expires, if ever.",
        values: apiKeyLives,
      },
      { name: "key", required: false, meaning: "For revoke: which." },
    ],
    async show(call) {
      const name = queryOf(call.incoming).get("revoked");
      const revoked = name === null || isApiKeyName(name) ? name : "";
      return pageReply(apiKeysPage({ ...(await listed(call)), revoked }));
    },
    changes: {
      create: sensitiveChange(actions.createApiKey, {
        read,
        ask: async (call, reauthentication, { input }) =>
          pageReply(apiKeysPage({ ...(await listed(call)), input, reauthentication })),
        input: (_call, { wanted }) => wanted,
        /** The key is never part of a page's URL. */
        done: ({ viewer }, { key, secret }) =>
          pageReply(apiKeyPage(viewer, key, secret.reveal()), { status: 201 }),
        rejected: (call, _why, { input }) => again(call, { ...input, problem: "taken" }, 409),
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
  const [role, expires] = [form.get("role"), form.get("expires")];
  const life = apiKeyLives.find((one) => one === expires);
  if (life === undefined) return new EarlyReply(notUnderstood(call));
  if (!isApiKeyRole(role)) {
    const input = { name, role: undefined, expires: life, problem: "role" } as const;
    return new EarlyReply(again(call, input, 422));
  }
  const input = { name, role, expires: life };
  if (!isApiKeyName(name)) return new EarlyReply(again(call, { ...input, problem: "name" }, 422));
  const expiresAt = life === "never" ? undefined : call.now + Number(life) * dayMs;
  return { input, wanted: { name, role, expiresAt } };
}

function revoked(name: string): Reply {
  return seeOther(`/admin/api-keys?revoked=${name}`);
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
