/** The database's tables. Each comes after the tables that its rows refer to. */
import type { Tables } from "./schema.ts";

const all: Readonly<Record<keyof Tables, true>> = {
  user: true,
  plan: true,
  application: true,
  application_icon: true,
  collaborator: true,
  ownership_offer: true,
  request_token: true,
  access_token: true,
  further_access_token: true,
  bearer_token: true,
  previous_bearer_token: true,
  session: true,
  totp: true,
  recovery_code: true,
  waiting_sign_in: true,
  identity: true,
  passkey: true,
  audit_event: true,
  grant_count: true,
  one_time_link: true,
  reserved_screen_name: true,
  setting: true,
  use_count: true,
  use_day: true,
  source: true,
  trait_use: true,
  trait_user: true,
  deleted_application: true,
  ring_key: true,
  notice: true,
  limit_notice: true,
  account_notice: true,
  revocation: true,
  logged_request: true,
  provider_logout: true,
  api_key: true,
  bulk_action: true,
  admin_request: true,
  // After the events, because a receiver that exists while they are copied would get them all again.
  receiver: true,
  delivery: true,
};

export type LedgerTable = keyof Tables;
export const ledgerTables = Object.keys(all) as readonly LedgerTable[];
