import type {
  ImportedApplication,
  ImportedKind,
  ImportedRecord,
  ImportedUser,
} from "./imported.ts";

export interface SealedSecret {
  readonly sealed: Uint8Array;
  readonly identity: string;
}

export type ExportedUser = ImportedUser & { readonly isAdmin: boolean };

export interface ExportedApplication
  extends Omit<ImportedApplication, "consumerSecret" | "previousSecret"> {
  readonly consumerSecret: SealedSecret;
  readonly previousSecret: { readonly secret: SealedSecret; readonly until: number } | undefined;
}

type Sealed<Kind extends "access_token" | "bearer_token" | "totp", Name extends string> = Omit<
  Extract<ImportedRecord, { kind: Kind }>,
  Name
> & { readonly [Member in Name]: SealedSecret };

export type ExportedAccessToken = Sealed<"access_token", "secret">;
export type ExportedBearerToken = Sealed<"bearer_token", "token">;
export type ExportedTotp = Sealed<"totp", "secret">;

type Plain = "icon" | "collaborator" | "identity" | "passkey" | "recovery_code";

export type ExportedRecord =
  | ExportedUser
  | ExportedApplication
  | ExportedAccessToken
  | ExportedBearerToken
  | ExportedTotp
  | Extract<ImportedRecord, { kind: Plain }>;

export interface ExportSlice {
  readonly kind: ImportedKind;
  readonly after: string | undefined;
  readonly size: number;
}
