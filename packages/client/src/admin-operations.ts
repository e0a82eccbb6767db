/** Written by `npm run reference` from the OpenAPI document of the admin API. */

/** What each operation takes, and what it returns. */
export interface AdminOperations {
  /** List the access tokens of an application, a user, or both, without secrets. */
  readonly "GET /access_tokens": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
      /** The ID of an application. */
      readonly application?: string;
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user?: string;
      /** Those with this access. */
      readonly access?: "read" | "write";
      /** Issued at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly issued_from?: string;
      /** Issued before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly issued_before?: string;
      /** Last used on this day or later, in UTC, such as 2026-05-03. */
      readonly last_used_from?: string;
      /** Last used before this day, in UTC; those that were never used are not among them. */
      readonly last_used_before?: string;
      /** Those that were never used. */
      readonly never_used?: "true";
      /** Neither used nor issued on this day or later, in UTC, such as 2026-05-03. */
      readonly unused_since?: string;
    };
    readonly result: {
      readonly body: AccessTokenList;
    };
  };
  /** Get a user's access token with its secret, or create it without asking the user. */
  readonly "POST /access_tokens": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewAccessToken;
    readonly result: {
      readonly body: CreatedAccessToken;
    };
  };
  /** List the limits of your APIs: those of the settings, and others by name. */
  readonly "GET /api-limits": {
    readonly result: {
      readonly body: ApiLimitList;
    };
  };
  /** Create a limit that requests to your APIs can name, from the next request on. */
  readonly "POST /api-limits": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewApiLimit;
    readonly result: {
      readonly body: ApiLimit;
    };
  };
  /** Get a limit of your APIs. */
  readonly "GET /api-limits/{name}": {
    readonly params: {
      /**
       * The limit's name, as a `/verify` request names it: 1 to 40 lower-case letters, digits, hyphens, and
       * underscores.
       */
      readonly name: string;
    };
    readonly result: {
      readonly body: ApiLimit;
      readonly etag: string;
    };
  };
  /** Change a limit of your APIs: it is in force from the next request on. */
  readonly "PATCH /api-limits/{name}": {
    readonly params: {
      /**
       * The limit's name, as a `/verify` request names it: 1 to 40 lower-case letters, digits, hyphens, and
       * underscores.
       */
      readonly name: string;
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: ApiLimitChange;
    readonly result: {
      readonly body: ApiLimit;
      readonly etag: string;
    };
  };
  /** Delete a limit of your APIs that no plan has: requests that name it are rejected. */
  readonly "DELETE /api-limits/{name}": {
    readonly params: {
      /**
       * The limit's name, as a `/verify` request names it: 1 to 40 lower-case letters, digits, hyphens, and
       * underscores.
       */
      readonly name: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Replace the API key of the call under its name; the new one is returned only here. */
  readonly "POST /api_key/rotation": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: ApiKeyOverlap;
    readonly result: {
      readonly body: RotatedApiKey;
    };
  };
  /** List API keys, without the keys themselves. */
  readonly "GET /api_keys": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
    };
    readonly result: {
      readonly body: ApiKeyList;
    };
  };
  /** Revoke an API key and its previous one, from the next call on. */
  readonly "DELETE /api_keys/{id}": {
    readonly params: {
      /** The ID of an API key. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List applications, by name unless another order is given. */
  readonly "GET /applications": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
      /** The beginning of a name, or a complete ID or consumer key. */
      readonly q?: string;
      /** Active or suspended ones, or those with a callback scheme that waits for confirmation. */
      readonly state?: "active" | "suspended" | "unconfirmed-schemes";
      /** Those that may request this access. */
      readonly access?: "read" | "write";
      /**
       * Approved ones, or those that wait for approval, were asked something, or were declined, also if only a
       * change of them was.
       */
      readonly approval?: "approved" | "waiting" | "asked" | "declined";
      /** Those of this owner, by screen name or ID. A screen name of digits alone needs an @, as in @1984. */
      readonly owner?: string;
      /** Last used on this day or later, in UTC, such as 2026-05-03. */
      readonly last_used_from?: string;
      /** Last used before this day, in UTC; those that were never used are not among them. */
      readonly last_used_before?: string;
      /** Those that were never used. */
      readonly never_used?: "true";
      /**
       * The secret was created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in
       * UTC.
       */
      readonly secret_set_from?: string;
      /** The secret was created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly secret_set_before?: string;
      /** Created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_from?: string;
      /** Created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_before?: string;
      /** Those with these IDs: up to 100, separated by commas. */
      readonly ids?: string;
      /** Those with these consumer keys: up to 100, separated by commas. */
      readonly consumer_keys?: string;
      /** Those with one of these plans, by name, separated by commas. */
      readonly plan?: string;
      /** The order; the default is name. What q finds can only be sorted by name. */
      readonly order?:
        | "name"
        | "name-down"
        | "newest"
        | "oldest"
        | "recently-used"
        | "longest-unused";
      /** Also count what is found, in total, up to 1,000. */
      readonly count?: "true";
    };
    readonly result: {
      readonly body: ApplicationList;
    };
  };
  /** Create an application; its consumer secret is returned only here. */
  readonly "POST /applications": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewApplication;
    readonly result: {
      readonly body: CreatedApplication;
    };
  };
  /** Get an application. */
  readonly "GET /applications/{id}": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: Application;
      readonly etag: string;
    };
  };
  /** Change an application's settings, by the rules of the portal. */
  readonly "PATCH /applications/{id}": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly query?: {
      /** Change it even if that ends access or callbacks that are in use. */
      readonly confirm?: "true";
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: ApplicationChange;
    readonly result: {
      readonly body: Application;
      readonly etag: string;
    };
  };
  /** Delete an application and all its tokens. */
  readonly "DELETE /applications/{id}": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Approve an application that waits, or the change of it that waits. */
  readonly "PUT /applications/{id}/approval": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: Approval;
    readonly result: {
      readonly body: Application;
      readonly etag: string;
    };
  };
  /** List an application's bearer tokens, without the tokens themselves. */
  readonly "GET /applications/{id}/bearer_tokens": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: BearerTokenList;
    };
  };
  /** Create the application's bearer token; it is returned only here. */
  readonly "POST /applications/{id}/bearer_tokens": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly result: {
      readonly body: CreatedBearerToken;
    };
  };
  /** Revoke an application's bearer token, and that of its previous consumer secret. */
  readonly "DELETE /applications/{id}/bearer_tokens": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List who works on an application, and who is invited. */
  readonly "GET /applications/{id}/collaborators": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: CollaboratorList;
    };
  };
  /** Invite a user to work on an application. */
  readonly "POST /applications/{id}/collaborators": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewCollaborator;
    readonly result: {
      readonly body: Collaborator;
    };
  };
  /** Change a collaborator's role. */
  readonly "PATCH /applications/{id}/collaborators/{user}": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user: string;
    };
    readonly body: CollaboratorChange;
    readonly result: {
      readonly body: Collaborator;
    };
  };
  /** Remove a collaborator, or withdraw the invitation. */
  readonly "DELETE /applications/{id}/collaborators/{user}": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Regenerate the consumer secret; the new one is returned only here. */
  readonly "POST /applications/{id}/consumer_secret": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: SecretOverlap;
    readonly result: {
      readonly body: RegeneratedSecret;
    };
  };
  /** End the consumer secret without a new one, until it is regenerated. */
  readonly "DELETE /applications/{id}/consumer_secret": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List an application's credentials and how they are used, without the credentials themselves. */
  readonly "GET /applications/{id}/credentials": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: CredentialList;
    };
  };
  /** Set an application's icon. */
  readonly "PUT /applications/{id}/icon": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly body: Uint8Array<ArrayBuffer>;
    readonly contentType: "image/png" | "image/jpeg" | "image/webp";
    readonly result: {
      readonly body: Application;
    };
  };
  /** Remove an application's icon. */
  readonly "DELETE /applications/{id}/icon": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Get an application's own limits. */
  readonly "GET /applications/{id}/limits": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: Readonly<Record<string, number>>;
      readonly etag: string;
    };
  };
  /** Replace an application's own limits; an empty object restores the usual ones. */
  readonly "PUT /applications/{id}/limits": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: Readonly<Record<string, number>>;
    readonly result: {
      readonly body: Readonly<Record<string, number>>;
      readonly etag: string;
    };
  };
  /** Transfer an application to another owner; the current owner loses access. */
  readonly "PUT /applications/{id}/owner": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly body: NewOwner;
    readonly result: {
      readonly body: Application;
    };
  };
  /** Email an application's owner and editors, and show it to them in the portal. */
  readonly "POST /applications/{id}/owner_notices": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: OwnerNotice;
    readonly result: {
      readonly body: OwnerNotified;
    };
  };
  /** Give an application a plan; without one, it follows the default plan. */
  readonly "PUT /applications/{id}/plan": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly body: ApplicationPlan;
    readonly result: {
      readonly body: Application;
    };
  };
  /** End the overlap of the previous consumer secret now. */
  readonly "DELETE /applications/{id}/previous_secret": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Ask the owner of an application that waits for approval something. */
  readonly "PUT /applications/{id}/question": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: ApprovalQuestion;
    readonly result: {
      readonly body: Application;
      readonly etag: string;
    };
  };
  /** Decline an application, also one that was approved, or the change of it that waits. */
  readonly "PUT /applications/{id}/rejection": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly query?: {
      /** Decline it even if it was approved, which ends its access. */
      readonly confirm?: "true";
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: ApprovalRejection;
    readonly result: {
      readonly body: Application;
      readonly etag: string;
    };
  };
  /** List the requests in an application's request log, the newest first. */
  readonly "GET /applications/{id}/requests": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: LoggedRequestList;
    };
  };
  /** Get a request of an application's request log, and why it was rejected. */
  readonly "GET /applications/{id}/requests/{request}": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
      /** The ID of the request: it is in the list, and in the x-countersign-request header. */
      readonly request: string;
    };
    readonly result: {
      readonly body: LoggedRequestDetails;
    };
  };
  /** Suspend an application: its requests are rejected from the next one on. */
  readonly "PUT /applications/{id}/suspension": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly body: Suspension;
    readonly result: {
      readonly body: Application;
    };
  };
  /** Lift an application's suspension. */
  readonly "DELETE /applications/{id}/suspension": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Get an application's requests over time. */
  readonly "GET /applications/{id}/usage": {
    readonly params: {
      /** The ID of an application. */
      readonly id: string;
    };
    readonly query?: {
      /** A period up to now, by default day; or give since. */
      readonly period?: "hour" | "day" | "week" | "30-days" | "90-days" | "13-months";
      /** The first day, in UTC, such as 2026-05-01. At most 399 days ago. */
      readonly since?: string;
      /** The last day, in UTC. The default is today. */
      readonly until?: string;
      /** The length of an interval of the days, by default day. Hours are kept for 91 days. */
      readonly resolution?: "hour" | "day";
    };
    readonly result: {
      readonly body: Usage;
    };
  };
  /** Get the time of the last backup. */
  readonly "GET /backups": {
    readonly result: {
      readonly body: Backups;
    };
  };
  /** List bulk actions of the last 30 days, newest first. */
  readonly "GET /bulk_actions": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
    };
    readonly result: {
      readonly body: BulkActionList;
    };
  };
  /** Announce a bulk action: count what it would revoke, suspend, or restore, without doing it. */
  readonly "POST /bulk_actions": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewBulkAction;
    readonly result: {
      readonly body: BulkAction;
    };
  };
  /** Get a bulk action, with its progress. */
  readonly "GET /bulk_actions/{id}": {
    readonly params: {
      /** The ID of a bulk action. */
      readonly id: string;
    };
    readonly result: {
      readonly body: BulkAction;
    };
  };
  /** Begin a bulk action that was announced less than an hour ago. */
  readonly "POST /bulk_actions/{id}/begin": {
    readonly params: {
      /** The ID of a bulk action. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly result: {
      readonly body: BulkAction;
    };
  };
  /** Stop a bulk action: what is done stays, and nothing more is done. */
  readonly "POST /bulk_actions/{id}/stop": {
    readonly params: {
      /** The ID of a bulk action. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly result: {
      readonly body: BulkAction;
    };
  };
  /** Get all applications, administrators and settings as a configuration without secrets. */
  readonly "GET /configuration": {
    readonly result: {
      readonly body: Configuration;
    };
  };
  /** Make one change of a plan, all of it or nothing. */
  readonly "POST /configuration/changes": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: ConfigurationChange;
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Get what is left to do for the service to be as a configuration; changes nothing. */
  readonly "POST /configuration/plan": {
    readonly body: Configuration;
    readonly result: {
      readonly body: Plan;
    };
  };
  /** List audit events: the newest first, or those that follow one that you have. */
  readonly "GET /events": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
      /** The oldest first, from the event after this one; 0 for all. Send it alone. */
      readonly follow?: string;
      /** Events of this name, such as `user.suspended`. */
      readonly name?: string;
      /** Events of this group, such as those about access; `administration` for what only administrators do. */
      readonly group?:
        | "sign-in"
        | "accounts"
        | "access"
        | "applications"
        | "secrets"
        | "service"
        | "administration";
      /** Without sign-ins and other events that change nothing. */
      readonly changes?: "true";
      /** Events with this access level among their details. */
      readonly access?: "read" | "write";
      /** What this actor did, such as `api-key:NAME`. */
      readonly actor?: string;
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user?: string;
      /** The ID of an application. */
      readonly application?: string;
      /** What happened then or later. */
      readonly from?: string;
      /** What happened before that. */
      readonly before?: string;
    };
    readonly result: {
      readonly body: AuditEventList;
    };
  };
  /** Get the service's health, its readiness, and what needs attention. */
  readonly "GET /health": {
    readonly result: {
      readonly body: Health;
    };
  };
  /** List unused invitations, without their links. */
  readonly "GET /invitations": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
    };
    readonly result: {
      readonly body: InvitationList;
    };
  };
  /** Create links to sign up; each works once. */
  readonly "POST /invitations": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewInvitations;
    readonly result: {
      readonly body: CreatedInvitations;
    };
  };
  /** Replace an invitation's link, and email the new one if it was emailed. */
  readonly "POST /invitations/{id}": {
    readonly params: {
      /** The ID in the list of invitations. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly result: {
      readonly body: CreatedLink;
    };
  };
  /** Withdraw an invitation. */
  readonly "DELETE /invitations/{id}": {
    readonly params: {
      /** The ID in the list of invitations. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Get the ID of the encrypting key, and the time of the last rotation. */
  readonly "GET /keys": {
    readonly result: {
      readonly body: KeyRing;
    };
  };
  /** Get this document. */
  readonly "GET /openapi.json": {
    readonly result: {
      readonly body: OpenApiDocument;
    };
  };
  /** List the plans, by name. */
  readonly "GET /plans": {
    readonly result: {
      readonly body: LimitPlanList;
    };
  };
  /** Create a plan, a named set of limits. */
  readonly "POST /plans": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewLimitPlan;
    readonly result: {
      readonly body: LimitPlan;
    };
  };
  /** Get a plan. */
  readonly "GET /plans/{name}": {
    readonly params: {
      /** The plan's name: 1 to 40 lower-case letters, digits, hyphens, and underscores. */
      readonly name: string;
    };
    readonly result: {
      readonly body: LimitPlan;
      readonly etag: string;
    };
  };
  /** Change a plan: it is in force for its applications from the next request on. */
  readonly "PATCH /plans/{name}": {
    readonly params: {
      /** The plan's name: 1 to 40 lower-case letters, digits, hyphens, and underscores. */
      readonly name: string;
    };
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: LimitPlanChange;
    readonly result: {
      readonly body: LimitPlan;
      readonly etag: string;
    };
  };
  /** Delete a plan that no application has. */
  readonly "DELETE /plans/{name}": {
    readonly params: {
      /** The plan's name: 1 to 40 lower-case letters, digits, hyphens, and underscores. */
      readonly name: string;
    };
    readonly query?: {
      /** Applications that have it follow the default plan. */
      readonly to_default?: "true";
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List the applications that use a program or library, by the User-Agent. */
  readonly "GET /program_uses": {
    readonly query: {
      /** The beginning of its product and version, such as `oauth-lib/1`. */
      readonly program: string;
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
    };
    readonly result: {
      readonly body: ProgramUseList;
    };
  };
  /** Revoke tokens: one, those of a user, an application or both, those used from new addresses, or all. */
  readonly "POST /revocations": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: Revocation;
    readonly result: {
      readonly body: Revoked;
    };
  };
  /** Find applications, users, a request, and whose a credential is. */
  readonly "POST /search": {
    readonly body: Search;
    readonly result: {
      readonly body: SearchResult;
    };
  };
  /** Get the settings that change without a restart. */
  readonly "GET /settings": {
    readonly result: {
      readonly body: Settings;
      readonly etag: string;
    };
  };
  /** Change settings without a restart. */
  readonly "PATCH /settings": {
    /** The ETag that a GET returned, or `*` to skip the check. */
    readonly ifMatch: string;
    readonly body: SettingsChange;
    readonly result: {
      readonly body: Settings;
      readonly etag: string;
    };
  };
  /** List what will end, or has ended. */
  readonly "GET /sunsets": {
    readonly result: {
      readonly body: SunsetList;
    };
  };
  /** Plan that something ends, or replace the sunset with this name. */
  readonly "PUT /sunsets/{name}": {
    readonly params: {
      /**
       * The name of the sunset, which has 1 to 40 lowercase letters (a to z), digits, or hyphens, and begins with a
       * letter.
       */
      readonly name: string;
    };
    readonly body: PlannedSunset;
    readonly result: {
      readonly body: Sunset;
    };
  };
  /** Remove a sunset: what it ended works again. */
  readonly "DELETE /sunsets/{name}": {
    readonly params: {
      /**
       * The name of the sunset, which has 1 to 40 lowercase letters (a to z), digits, or hyphens, and begins with a
       * letter.
       */
      readonly name: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List the applications that use what may end one day. */
  readonly "GET /trait_uses": {
    readonly query: {
      /**
       * `hmac-sha1`: signed with it. `query`, `body`: the signature was there, and not in the Authorization header.
       * `bearer`: a bearer token. `plaintext`: signed with PLAINTEXT, which is always rejected, so anyone can have
       * sent it.
       */
      readonly trait: "hmac-sha1" | "query" | "body" | "bearer" | "plaintext";
      /** The last days to count, 1 to 90. The default is 30. */
      readonly days?: string;
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
    };
    readonly result: {
      readonly body: TraitUseList;
    };
  };
  /** Count the applications and users that use what may end one day. */
  readonly "GET /traits": {
    readonly query?: {
      /** The last days to count, 1 to 90. The default is 30. */
      readonly days?: string;
    };
    readonly result: {
      readonly body: TraitTotals;
    };
  };
  /** Count the access that would end first, if it ended after so many days without use. */
  readonly "GET /unused_access": {
    readonly query: {
      /** After how many days without use. */
      readonly days: string;
    };
    readonly result: {
      readonly body: UnusedAccess;
    };
  };
  /** Get usage of the service, or of an application. */
  readonly "GET /usage": {
    readonly query?: {
      /** The ID of an application. */
      readonly application?: string;
      /** A period up to now, by default day; or give since. */
      readonly period?: "hour" | "day" | "week" | "30-days" | "90-days" | "13-months";
      /** The first day, in UTC, such as 2026-05-01. At most 399 days ago. */
      readonly since?: string;
      /** The last day, in UTC. The default is today. */
      readonly until?: string;
      /** The length of an interval of the days, by default day. Hours are kept for 91 days. */
      readonly resolution?: "hour" | "day";
    };
    readonly result: {
      readonly body: Usage;
    };
  };
  /** List users, by screen name unless another order is given. */
  readonly "GET /users": {
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
      /** The beginning of a screen name, or a complete ID or email address. */
      readonly q?: string;
      /** Active or suspended ones. */
      readonly state?: "active" | "suspended";
      /** Administrators, or all other users. */
      readonly admin?: "true" | "false";
      /** Created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_from?: string;
      /** Created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_before?: string;
      /** Those with these IDs: up to 100, separated by commas. */
      readonly ids?: string;
      /** The order; the default is name. What q finds can only be sorted by name. */
      readonly order?: "name" | "name-down" | "newest" | "oldest";
      /** Also count what is found, in total, up to 1,000. */
      readonly count?: "true";
    };
    readonly result: {
      readonly body: UserList;
    };
  };
  /** Create an account with a password. */
  readonly "POST /users": {
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewUser;
    readonly result: {
      readonly body: User;
    };
  };
  /** Get a user. */
  readonly "GET /users/{id}": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: User;
    };
  };
  /** Delete an account with everything it granted; this can't be undone. */
  readonly "DELETE /users/{id}": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Get what the service stores about a user; the audit log records the call. */
  readonly "POST /users/{id}/data": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: UserData;
    };
  };
  /** Mark a user's email address as verified; applications see only verified ones. */
  readonly "PUT /users/{id}/email": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly body: EmailVerification;
    readonly result: {
      readonly body: User;
    };
  };
  /** List a user's second factors, without their secrets. */
  readonly "GET /users/{id}/factors": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: FactorList;
    };
  };
  /** Remove all second factors of a user; all sessions end. */
  readonly "DELETE /users/{id}/factors": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly query: {
      /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
      readonly because: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Remove one second factor of a user; all sessions end. */
  readonly "DELETE /users/{id}/factors/{factor}": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
      /** The factor's ID, as in the list. */
      readonly factor: string;
    };
    readonly query: {
      /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
      readonly because: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List a user's identities at identity providers. */
  readonly "GET /users/{id}/identities": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: IdentityList;
    };
  };
  /** Unlink an identity from a user; all sessions end. */
  readonly "DELETE /users/{id}/identities": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly query: {
      /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
      readonly because: string;
      /** The URL of the identity provider. */
      readonly issuer: string;
      /** The ID that the user has there. */
      readonly subject: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Create a link for a user who lost the password and the second factors. */
  readonly "POST /users/{id}/recovery_links": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly body: NewRecoveryLink;
    readonly result: {
      readonly body: CreatedLink;
    };
  };
  /** Create a link with which a user can set a new password. */
  readonly "POST /users/{id}/reset_links": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly result: {
      readonly body: CreatedLink;
    };
  };
  /** List a user's open sessions. */
  readonly "GET /users/{id}/sessions": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly query?: {
      /** The `next_cursor` of the page before. */
      readonly cursor?: string;
      /** How many to return: 1 to 200. The default is 50. */
      readonly limit?: string;
    };
    readonly result: {
      readonly body: SessionList;
    };
  };
  /** Sign a user out everywhere. */
  readonly "DELETE /users/{id}/sessions": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** Suspend a user: sign-ins and requests for the account are rejected from the next one on. */
  readonly "PUT /users/{id}/suspension": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly body: Suspension;
    readonly result: {
      readonly body: User;
    };
  };
  /** Lift a user's suspension. */
  readonly "DELETE /users/{id}/suspension": {
    readonly params: {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly id: string;
    };
    readonly result: {
      readonly body: undefined;
    };
  };
  /** List webhooks and the audit file, with what waits for each and why it fails. */
  readonly "GET /webhooks": {
    readonly result: {
      readonly body: WebhookList;
    };
  };
  /** Retry all that waits for a webhook or the audit file now. */
  readonly "POST /webhooks/{name}/retry": {
    readonly params: {
      /** The host of the webhook's URL, as it is listed, or `file` for the audit file. */
      readonly name: string;
    };
    /** 1 to 255 printable ASCII characters that are hard to guess. For a day, the request runs once. */
    readonly idempotencyKey?: string;
    readonly result: {
      readonly body: RetriedDeliveries;
    };
  };
}

export interface Problem {
  /** Which problem it is. Programs distinguish problems by it. */
  readonly type:
    | "urn:countersign:problem:invalid-request"
    | "urn:countersign:problem:unauthorized"
    | "urn:countersign:problem:forbidden"
    | "urn:countersign:problem:origin-not-allowed"
    | "urn:countersign:problem:not-found"
    | "urn:countersign:problem:method-not-allowed"
    | "urn:countersign:problem:conflict"
    | "urn:countersign:problem:request-in-progress"
    | "urn:countersign:problem:request-outcome-unknown"
    | "urn:countersign:problem:response-erased"
    | "urn:countersign:problem:precondition-failed"
    | "urn:countersign:problem:body-too-large"
    | "urn:countersign:problem:unsupported-media-type"
    | "urn:countersign:problem:host-not-allowed"
    | "urn:countersign:problem:idempotency-key-reused"
    | "urn:countersign:problem:rejected"
    | "urn:countersign:problem:precondition-required"
    | "urn:countersign:problem:too-many-idempotency-keys"
    | "urn:countersign:problem:rate-limited"
    | "urn:countersign:problem:internal-error"
    | "urn:countersign:problem:over-capacity"
    | "urn:countersign:problem:outcome-unknown";
  /** The problem in words, the same for each type. */
  readonly title: string;
  /** The status of the response. */
  readonly status: number;
  /** What to do. */
  readonly detail: string;
  /** The request's ID in the log. */
  readonly instance: string;
  /** The problem with each member or parameter. */
  readonly errors?: readonly {
    /** The member or parameter. */
    readonly at: string;
    /** What is wrong with it. */
    readonly detail: string;
  }[];
}

export interface AccessTokenList {
  /** The items. */
  readonly data: readonly AccessToken[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface AccessToken {
  /** The token. It works only with its secret, which is not here. */
  readonly token: string;
  /** What it may do. */
  readonly access: "read" | "write";
  /** The application that it was issued to. */
  readonly application: {
    /** The application's ID. */
    readonly id: string;
    /** The application's name. */
    readonly name: string;
    /** The application's consumer key. */
    readonly consumer_key: string;
  };
  /** The user for whom it works. */
  readonly user: {
    /** The user's ID. */
    readonly id: string;
    /** The user's screen name. */
    readonly screen_name: string;
  };
  /** When the user gave access. */
  readonly since: string;
  /** The day in UTC; null if no use is known. */
  readonly last_used_on: string | null;
}

export interface NewAccessToken {
  /** The ID of an application. */
  readonly application: string;
  /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
  readonly user: string;
  /** The default is the application's own level. */
  readonly access?: "read" | "write";
}

export interface CreatedAccessToken {
  /** The access token. */
  readonly token: string;
  /** Its secret. */
  readonly token_secret: string;
  /** What it may do. */
  readonly access: "read" | "write";
}

export interface ApiLimitList {
  /** The items. */
  readonly data: readonly ApiLimit[];
}

export interface ApiLimit {
  /**
   * The limit's name, as a `/verify` request names it: 1 to 40 lower-case letters, digits, hyphens, and
   * underscores.
   */
  readonly name: string;
  /**
   * user counts per user and application, and a request without a user for its application; application counts per
   * application.
   */
  readonly per: "application" | "user";
  /** One to four windows, such as 10/1s 10000/month. A request has to fit into each. */
  readonly windows: string;
  /** COUNTERSIGN_API_LIMITS has it, so it is changed there and nowhere else. */
  readonly is_configured: boolean;
  /** It grows with each change of the limit; 0 for one that is configured. */
  readonly version: number;
}

export interface NewApiLimit {
  /**
   * The limit's name, as a `/verify` request names it: 1 to 40 lower-case letters, digits, hyphens, and
   * underscores.
   */
  readonly name: string;
  /**
   * user counts per user and application, and a request without a user for its application; application counts per
   * application.
   */
  readonly per: "application" | "user";
  /** One to four windows, such as 10/1s 10000/month. A request has to fit into each. */
  readonly windows: string;
}

export interface ApiLimitChange {
  /**
   * user counts per user and application, and a request without a user for its application; application counts per
   * application.
   */
  readonly per?: "application" | "user";
  /** One to four windows, such as 10/1s 10000/month. A request has to fit into each. */
  readonly windows?: string;
}

export interface ApiKeyOverlap {
  /** How long the previous key keeps working, unless it expires before. */
  readonly overlap: "0" | "1h" | "24h" | "7d";
}

export interface RotatedApiKey {
  /** Its ID. */
  readonly id: string;
  /** Its name. The audit log has it as `api-key:NAME`. */
  readonly name: string;
  /** The beginning of the key. */
  readonly prefix: string;
  /** A viewer reads; a manager also makes changes. */
  readonly role: "viewer" | "manager";
  /** `user:<id>` or `command-line`. */
  readonly created_by: string;
  /** When it was created. */
  readonly created_at: string;
  /** When it expires; null if it doesn't. */
  readonly expires_at: string | null;
  /** When it was rotated last; null if it never was. */
  readonly rotated_at: string | null;
  /** When the key that was replaced last stops working, or did, unless at once. */
  readonly previous_until: string | null;
  /** The last call, to the minute; null if there was none. */
  readonly last_used_at: string | null;
  /** The IP address of the last call; of IPv6, the network of 64 bits. */
  readonly last_used_from: string | null;
  /** It is never returned again. */
  readonly key: string;
}

export interface ApiKeyList {
  /** The items. */
  readonly data: readonly ApiKey[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface ApiKey {
  /** Its ID. */
  readonly id: string;
  /** Its name. The audit log has it as `api-key:NAME`. */
  readonly name: string;
  /** The beginning of the key. */
  readonly prefix: string;
  /** A viewer reads; a manager also makes changes. */
  readonly role: "viewer" | "manager";
  /** `user:<id>` or `command-line`. */
  readonly created_by: string;
  /** When it was created. */
  readonly created_at: string;
  /** When it expires; null if it doesn't. */
  readonly expires_at: string | null;
  /** When it was rotated last; null if it never was. */
  readonly rotated_at: string | null;
  /** When the key that was replaced last stops working, or did, unless at once. */
  readonly previous_until: string | null;
  /** The last call, to the minute; null if there was none. */
  readonly last_used_at: string | null;
  /** The IP address of the last call; of IPv6, the network of 64 bits. */
  readonly last_used_from: string | null;
}

export interface ApplicationList {
  /** The items. */
  readonly data: readonly ListedApplication[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
  /** With `count=true`, how many there are on all pages. 1000 means that many or more. Otherwise null. */
  readonly total: number | null;
}

export interface ListedApplication {
  /** Its ID. */
  readonly id: string;
  /** The name shown on the consent page, up to 50 characters. */
  readonly name: string;
  /** A sentence about the application, up to 200 characters. */
  readonly description: string;
  /** The application's website, an HTTP or HTTPS URL. */
  readonly website: string;
  /** The link to its terms; empty for none. */
  readonly terms_url: string;
  /** The link to its privacy notice; empty for none. */
  readonly privacy_url: string;
  /** The link to its support; empty for none. */
  readonly support_url: string;
  /** The access that it may request. */
  readonly access: "read" | "write";
  /** Up to 10 callback URLs; none for a desktop application that uses PINs. */
  readonly callbacks: readonly string[];
  /** Users who already gave access aren't asked again. */
  readonly sign_in: boolean;
  /** It requests email addresses. */
  readonly request_email: boolean;
  /** Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected. */
  readonly require_sha256: boolean;
  /** Up to 20 networks from which its credentials may be used; none for every network. */
  readonly networks: readonly string[];
  /** The networks are for its bearer token only. */
  readonly networks_for_bearer: boolean;
  /** Its owner. */
  readonly owner: {
    /** The user's ID. */
    readonly id: string;
    /** The user's screen name. */
    readonly screen_name: string;
  };
  /** Its consumer key. */
  readonly consumer_key: string;
  /** When its consumer secret was created. */
  readonly secret_set_at: string;
  /** When an administrator ended the consumer secret, if no other one was created since. */
  readonly secret_revoked_at: string | null;
  /** Callback schemes that wait for an administrator's confirmation. */
  readonly waiting_schemes: readonly string[];
  /** The path of its icon on the public address. */
  readonly icon: string | null;
  /** The application's own limits by name; all others are the usual ones. */
  readonly limits: Readonly<Record<string, number>>;
  /** The name of its plan; null if it follows the default one. */
  readonly plan: string | null;
  /** Why it is suspended, for its owner; null if it isn't. */
  readonly suspended_because: string | null;
  /** What the application is for, up to 500 characters. */
  readonly purpose: string;
  /** Who is expected to use it, and how many, up to 200 characters. */
  readonly expected_users: string;
  /**
   * What its developer wrote for the service's own questions: up to 5 texts, each a question, a line break, and
   * what was written.
   */
  readonly answers: readonly string[];
  /**
   * Whether it is approved, waits, was asked something, or was declined. If `awaited_access` or `awaited_callbacks`
   * is set, this is about that change only.
   */
  readonly approval: "approved" | "waiting" | "asked" | "declined";
  /** What an administrator asked its owner, or why it was declined. */
  readonly approval_text: string | null;
  /** Since when it waits, was asked, or was declined; null if it is approved. */
  readonly approval_since: string | null;
  /** The level that it gets once that is approved. */
  readonly awaited_access: "read" | "write" | null;
  /** The callback URLs that it gets once they are approved. */
  readonly awaited_callbacks: readonly string[] | null;
  /** When it was created. */
  readonly created_at: string;
  /** The last day (UTC) with a verified request; null if there was none. */
  readonly last_used_on: string | null;
}

export interface NewApplication {
  /** The name shown on the consent page, up to 50 characters. */
  readonly name: string;
  /** A sentence about the application, up to 200 characters. */
  readonly description?: string;
  /** The application's website, an HTTP or HTTPS URL. */
  readonly website?: string;
  /** The link to its terms; empty for none. */
  readonly terms_url?: string;
  /** The link to its privacy notice; empty for none. */
  readonly privacy_url?: string;
  /** The link to its support; empty for none. */
  readonly support_url?: string;
  /** The access that it may request. */
  readonly access: "read" | "write";
  /** Up to 10 callback URLs; none for a desktop application that uses PINs. */
  readonly callbacks?: readonly string[];
  /** Users who already gave access aren't asked again. */
  readonly sign_in?: boolean;
  /** It requests email addresses. */
  readonly request_email?: boolean;
  /** Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected. */
  readonly require_sha256?: boolean;
  /** Up to 20 networks from which its credentials may be used; none for every network. */
  readonly networks?: readonly string[];
  /** The networks are for its bearer token only. */
  readonly networks_for_bearer?: boolean;
  /** The owner's screen name or user ID. */
  readonly owner: string;
}

export interface CreatedApplication {
  /** Its ID. */
  readonly id: string;
  /** The name shown on the consent page, up to 50 characters. */
  readonly name: string;
  /** A sentence about the application, up to 200 characters. */
  readonly description: string;
  /** The application's website, an HTTP or HTTPS URL. */
  readonly website: string;
  /** The link to its terms; empty for none. */
  readonly terms_url: string;
  /** The link to its privacy notice; empty for none. */
  readonly privacy_url: string;
  /** The link to its support; empty for none. */
  readonly support_url: string;
  /** The access that it may request. */
  readonly access: "read" | "write";
  /** Up to 10 callback URLs; none for a desktop application that uses PINs. */
  readonly callbacks: readonly string[];
  /** Users who already gave access aren't asked again. */
  readonly sign_in: boolean;
  /** It requests email addresses. */
  readonly request_email: boolean;
  /** Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected. */
  readonly require_sha256: boolean;
  /** Up to 20 networks from which its credentials may be used; none for every network. */
  readonly networks: readonly string[];
  /** The networks are for its bearer token only. */
  readonly networks_for_bearer: boolean;
  /** Its owner. */
  readonly owner: {
    /** The user's ID. */
    readonly id: string;
    /** The user's screen name. */
    readonly screen_name: string;
  };
  /** Its consumer key. */
  readonly consumer_key: string;
  /** When its consumer secret was created. */
  readonly secret_set_at: string;
  /** When an administrator ended the consumer secret, if no other one was created since. */
  readonly secret_revoked_at: string | null;
  /** Callback schemes that wait for an administrator's confirmation. */
  readonly waiting_schemes: readonly string[];
  /** The path of its icon on the public address. */
  readonly icon: string | null;
  /** The application's own limits by name; all others are the usual ones. */
  readonly limits: Readonly<Record<string, number>>;
  /** The name of its plan; null if it follows the default one. */
  readonly plan: string | null;
  /** Why it is suspended, for its owner; null if it isn't. */
  readonly suspended_because: string | null;
  /** What the application is for, up to 500 characters. */
  readonly purpose: string;
  /** Who is expected to use it, and how many, up to 200 characters. */
  readonly expected_users: string;
  /**
   * What its developer wrote for the service's own questions: up to 5 texts, each a question, a line break, and
   * what was written.
   */
  readonly answers: readonly string[];
  /**
   * Whether it is approved, waits, was asked something, or was declined. If `awaited_access` or `awaited_callbacks`
   * is set, this is about that change only.
   */
  readonly approval: "approved" | "waiting" | "asked" | "declined";
  /** What an administrator asked its owner, or why it was declined. */
  readonly approval_text: string | null;
  /** Since when it waits, was asked, or was declined; null if it is approved. */
  readonly approval_since: string | null;
  /** The level that it gets once that is approved. */
  readonly awaited_access: "read" | "write" | null;
  /** The callback URLs that it gets once they are approved. */
  readonly awaited_callbacks: readonly string[] | null;
  /** When it was created. */
  readonly created_at: string;
  /** It is never returned again. */
  readonly consumer_secret: string;
}

export interface Application {
  /** Its ID. */
  readonly id: string;
  /** The name shown on the consent page, up to 50 characters. */
  readonly name: string;
  /** A sentence about the application, up to 200 characters. */
  readonly description: string;
  /** The application's website, an HTTP or HTTPS URL. */
  readonly website: string;
  /** The link to its terms; empty for none. */
  readonly terms_url: string;
  /** The link to its privacy notice; empty for none. */
  readonly privacy_url: string;
  /** The link to its support; empty for none. */
  readonly support_url: string;
  /** The access that it may request. */
  readonly access: "read" | "write";
  /** Up to 10 callback URLs; none for a desktop application that uses PINs. */
  readonly callbacks: readonly string[];
  /** Users who already gave access aren't asked again. */
  readonly sign_in: boolean;
  /** It requests email addresses. */
  readonly request_email: boolean;
  /** Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected. */
  readonly require_sha256: boolean;
  /** Up to 20 networks from which its credentials may be used; none for every network. */
  readonly networks: readonly string[];
  /** The networks are for its bearer token only. */
  readonly networks_for_bearer: boolean;
  /** Its owner. */
  readonly owner: {
    /** The user's ID. */
    readonly id: string;
    /** The user's screen name. */
    readonly screen_name: string;
  };
  /** Its consumer key. */
  readonly consumer_key: string;
  /** When its consumer secret was created. */
  readonly secret_set_at: string;
  /** When an administrator ended the consumer secret, if no other one was created since. */
  readonly secret_revoked_at: string | null;
  /** Callback schemes that wait for an administrator's confirmation. */
  readonly waiting_schemes: readonly string[];
  /** The path of its icon on the public address. */
  readonly icon: string | null;
  /** The application's own limits by name; all others are the usual ones. */
  readonly limits: Readonly<Record<string, number>>;
  /** The name of its plan; null if it follows the default one. */
  readonly plan: string | null;
  /** Why it is suspended, for its owner; null if it isn't. */
  readonly suspended_because: string | null;
  /** What the application is for, up to 500 characters. */
  readonly purpose: string;
  /** Who is expected to use it, and how many, up to 200 characters. */
  readonly expected_users: string;
  /**
   * What its developer wrote for the service's own questions: up to 5 texts, each a question, a line break, and
   * what was written.
   */
  readonly answers: readonly string[];
  /**
   * Whether it is approved, waits, was asked something, or was declined. If `awaited_access` or `awaited_callbacks`
   * is set, this is about that change only.
   */
  readonly approval: "approved" | "waiting" | "asked" | "declined";
  /** What an administrator asked its owner, or why it was declined. */
  readonly approval_text: string | null;
  /** Since when it waits, was asked, or was declined; null if it is approved. */
  readonly approval_since: string | null;
  /** The level that it gets once that is approved. */
  readonly awaited_access: "read" | "write" | null;
  /** The callback URLs that it gets once they are approved. */
  readonly awaited_callbacks: readonly string[] | null;
  /** When it was created. */
  readonly created_at: string;
}

export interface ApplicationChange {
  /** The name shown on the consent page, up to 50 characters. */
  readonly name?: string;
  /** A sentence about the application, up to 200 characters. */
  readonly description?: string;
  /** The application's website, an HTTP or HTTPS URL. */
  readonly website?: string;
  /** The link to its terms; empty for none. */
  readonly terms_url?: string;
  /** The link to its privacy notice; empty for none. */
  readonly privacy_url?: string;
  /** The link to its support; empty for none. */
  readonly support_url?: string;
  /** The access that it may request. */
  readonly access?: "read" | "write";
  /** Up to 10 callback URLs; none for a desktop application that uses PINs. */
  readonly callbacks?: readonly string[];
  /** Users who already gave access aren't asked again. */
  readonly sign_in?: boolean;
  /** It requests email addresses. */
  readonly request_email?: boolean;
  /** Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected. */
  readonly require_sha256?: boolean;
  /** Up to 20 networks from which its credentials may be used; none for every network. */
  readonly networks?: readonly string[];
  /** The networks are for its bearer token only. */
  readonly networks_for_bearer?: boolean;
}

export interface Approval {
  /** The access that it may request. */
  readonly access?: "read" | "write";
  /** The plan that it gets, by name. */
  readonly plan?: string;
}

export interface BearerTokenList {
  /** The items. */
  readonly data: readonly {
    /** When it was created. */
    readonly since: string;
    /** When the token of the previous consumer secret ends. */
    readonly until: string | null;
  }[];
}

export interface CreatedBearerToken {
  /** It is never returned again. */
  readonly bearer_token: string;
}

export interface CollaboratorList {
  /** The items. */
  readonly data: readonly Collaborator[];
}

export interface Collaborator {
  /** The user's ID. */
  readonly user_id: string;
  /** The user's screen name. */
  readonly screen_name: string;
  /** A viewer sees the application; an editor also changes it. */
  readonly role: "editor" | "viewer";
  /** False while the invitation is pending. */
  readonly accepted: boolean;
  /** When the user was invited. */
  readonly invited_at: string;
}

export interface NewCollaborator {
  /** A user's screen name or ID. A screen name of digits alone needs an @ before it, as in @1984. */
  readonly screen_name: string;
  /** A viewer sees the application; an editor also changes it. */
  readonly role: "editor" | "viewer";
}

export interface CollaboratorChange {
  /** A viewer sees the application; an editor also changes it. */
  readonly role: "editor" | "viewer";
}

export interface SecretOverlap {
  /** How long the previous secret, and a bearer token fetched with it, work. */
  readonly overlap: "0" | "1h" | "24h" | "7d";
  /** The `secret_set_at` of the secret to replace; another one stays (409). */
  readonly replaces?: string;
}

export interface RegeneratedSecret {
  /** The consumer key, which stays the same. */
  readonly consumer_key: string;
  /** It is never returned again. */
  readonly consumer_secret: string;
  /** When the previous secret ends, or ended. */
  readonly previous_until: string;
}

export interface CredentialList {
  /** The items. */
  readonly data: readonly {
    /** Which credential it is. */
    readonly credential:
      | "consumer secret"
      | "previous consumer secret"
      | "bearer token"
      | "previous bearer token";
    /** When it was created; null if it is not known: of a previous secret. */
    readonly created_at: string | null;
    /** When it ends; null if no end is set. */
    readonly until: string | null;
    /** Up to a minute late; null if it was not used in the last 30 days. */
    readonly last_used_at: string | null;
    /** From how many IP addresses it was used in the last 30 days; an IPv6 /64 is one. */
    readonly addresses: number;
    /** There were more than are counted. */
    readonly more_addresses: boolean;
  }[];
  /** The use of the previous credentials; null if there are none. */
  readonly previous: {
    /** How many IP addresses used a previous credential in the last 7 days, but none that replaced it. */
    readonly addresses_not_moved: number;
    /** It was not used for an hour, and every address that used it has moved. */
    readonly safe_to_end: boolean;
  } | null;
}

export interface NewOwner {
  /** A user's screen name or ID. A screen name of digits alone needs an @ before it, as in @1984. */
  readonly screen_name: string;
}

export interface OwnerNotice {
  /** The message, up to 200 characters on one line. It is emailed and shown in the portal. */
  readonly message: string;
}

export interface OwnerNotified {
  /** False if the owner has no verified address, or the service sends no email. */
  readonly owner_emailed: boolean;
}

export interface ApplicationPlan {
  /** The plan's name; null for the default. */
  readonly plan: string | null;
}

export interface ApprovalQuestion {
  /** The question, up to 200 characters on one line. It is emailed and shown in the portal. */
  readonly question: string;
}

export interface ApprovalRejection {
  /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
  readonly because: string;
}

export interface LoggedRequestList {
  /** The items. */
  readonly data: readonly LoggedRequest[];
}

export interface LoggedRequest {
  /** Its ID. */
  readonly id: string;
  /** When it arrived. */
  readonly at: string;
  /** The operation that it called. Null for a request to one of your APIs. */
  readonly operation: string | null;
  /** The code of its error. Null if it was verified. */
  readonly error_code: number | null;
  /** Its credentials were valid. Anyone who knows the consumer key can cause the other requests. */
  readonly authenticated: boolean;
  /** The user for whom the application called. */
  readonly screen_name: string | null;
}

export interface LoggedRequestDetails {
  /** Its ID. */
  readonly id: string;
  /** When it arrived. */
  readonly at: string;
  /** The operation that it called. Null for a request to one of your APIs. */
  readonly operation: string | null;
  /** The code of its error. Null if it was verified. */
  readonly error_code: number | null;
  /** Its credentials were valid. Anyone who knows the consumer key can cause the other requests. */
  readonly authenticated: boolean;
  /** The user for whom the application called. */
  readonly screen_name: string | null;
  /** Why it was rejected, as it was found then. Null if it was verified. */
  readonly rejection: {
    /** The message of the error that the program was sent. */
    readonly message: string;
    /** What is wrong with its signature and credentials. */
    readonly diagnosis: Diagnosis;
    /** The request as HTTP text, with [hidden] for each secret. */
    readonly request: string;
  } | null;
  /** The HTTP method. */
  readonly method: string;
  /** The path and query. Null if a setting keeps the paths of your APIs out of the log. */
  readonly target: string | null;
  /** The origin of your API. Null for a request to this service. */
  readonly origin: string | null;
  /** The oauth_timestamp. Null if none was sent, as are the next three. */
  readonly timestamp: string | null;
  /** The first characters of the oauth_nonce. */
  readonly nonce: string | null;
  /** The oauth_signature_method. */
  readonly signature_method: string | null;
  /** The User-Agent header. */
  readonly user_agent: string | null;
  /** The IP address that it came from. */
  readonly ip_address: string;
  /** The status of the response. Null if it was verified for one of your APIs, which sent the response. */
  readonly status: number | null;
  /** What the caller of one of your APIs may do. Null if it was rejected. */
  readonly access: "read" | "write" | null;
  /** What it was verified with. Null if it was rejected. */
  readonly credential:
    | "consumer secret"
    | "previous consumer secret"
    | "bearer token"
    | "previous bearer token"
    | null;
}

export interface Diagnosis {
  /** Nothing is wrong with the signature and the credentials. */
  readonly right: boolean;
  /** What is wrong, what is certain first. */
  readonly findings: readonly {
    /** The name of the cause, such as `clock`. */
    readonly cause: string;
    /** A guess explains what was sent, but so might something else. */
    readonly certainty: "certain" | "guess";
    /** What is wrong. */
    readonly what: string;
    /** What to change. */
    readonly change: string;
    /** What the sentences contain. */
    readonly details: Readonly<Record<string, unknown>>;
  }[];
  /** The base string that the service signs. Null for an unsigned request. */
  readonly base_string: string | null;
  /** The one that the client signed. Null if it is not known. */
  readonly signed_base_string: string | null;
  /** How many characters of the two base strings are the same. */
  readonly first_difference: number | null;
  /** How many ways to sign were tried. */
  readonly tried: number;
}

export interface Suspension {
  /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
  readonly because: string;
}

export interface Usage {
  /** When each interval begins; the last one is the current one. */
  readonly times: readonly string[];
  /** The length of an interval. */
  readonly step_seconds: number;
  /**
   * For each kind, such as `verified`, `rejected 88`, or `rejected 32 unauthenticated` (anyone can cause it), a
   * count for each interval. `users` are those of a day, and of several days the most. `peak` is the greatest
   * share of a limit that was used, in percent.
   */
  readonly counts: Readonly<Record<string, readonly number[]>>;
  /** The operations with the most requests first. */
  readonly operations: readonly {
    /**
     * The operation, or the limit of your API, such as `api/timeline`. Empty for other requests to your APIs, and
     * for sign-ins.
     */
    readonly operation: string;
    /** All its requests. */
    readonly requests: number;
    /** Those that were rejected, with the unauthenticated ones. */
    readonly rejected: number;
    /** The greatest share of its limit that was used, if it has one. */
    readonly peak_percent: number | null;
    /** When the interval with this share begins. */
    readonly peak_at: string | null;
  }[];
}

export interface Backups {
  /**
   * When the last backup was made. Null if the service knows of none, as with backups by PostgreSQL's own tools.
   */
  readonly last_at: string | null;
}

export interface BulkActionList {
  /** The items. */
  readonly data: readonly BulkAction[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface BulkAction {
  /** Its ID. */
  readonly id: string;
  /** What it does. */
  readonly kind: "revoke-access-tokens" | "suspend-applications" | "restore-applications";
  /** The ID of the application whose tokens they are. */
  readonly application: string | null;
  /** The ID of the user whose tokens they are. */
  readonly user: string | null;
  /** Why the applications are suspended; null for another kind. */
  readonly because: string | null;
  /** Who began it, or announced it, such as `user:<id>`. */
  readonly created_by: string;
  /** When it was announced. What was issued or created later stays as it is. */
  readonly announced_at: string;
  /** How many tokens or applications there were when it was announced. */
  readonly items: number;
  /** Of how many users the tokens are. */
  readonly users: number | null;
  /** How far it is. */
  readonly state: "announced" | "running" | "done" | "stopped";
  /** When it began; null if it has not. */
  readonly begun_at: string | null;
  /** When it was done or stopped; null if it is neither. */
  readonly ended_at: string | null;
  /** How many tokens were revoked, or applications changed. */
  readonly done: number;
}

export type NewBulkAction =
  | {
      /** Revokes access tokens. */
      readonly kind: "revoke-access-tokens";
      /** The ID of an application. */
      readonly application?: string;
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user?: string;
      /** Those with this access. */
      readonly access?: "read" | "write";
      /** Issued at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly issued_from?: string;
      /** Issued before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly issued_before?: string;
      /** Last used on this day or later, in UTC, such as 2026-05-03. */
      readonly last_used_from?: string;
      /** Last used before this day, in UTC; those that were never used are not among them. */
      readonly last_used_before?: string;
      /** Those that were never used. */
      readonly never_used?: "true";
      /** Neither used nor issued on this day or later, in UTC, such as 2026-05-03. */
      readonly unused_since?: string;
    }
  | {
      /** Suspends applications. */
      readonly kind: "suspend-applications";
      /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
      readonly because: string;
      /** The IDs of up to 1000 applications. */
      readonly ids?: readonly string[];
      /** Active or suspended ones, or those with a callback scheme that waits for confirmation. */
      readonly state?: "active" | "suspended" | "unconfirmed-schemes";
      /** Those that may request this access. */
      readonly access?: "read" | "write";
      /**
       * Approved ones, or those that wait for approval, were asked something, or were declined, also if only a change
       * of them was.
       */
      readonly approval?: "approved" | "waiting" | "asked" | "declined";
      /** Those of this owner, by screen name or ID. A screen name of digits alone needs an @, as in @1984. */
      readonly owner?: string;
      /** Last used on this day or later, in UTC, such as 2026-05-03. */
      readonly last_used_from?: string;
      /** Last used before this day, in UTC; those that were never used are not among them. */
      readonly last_used_before?: string;
      /** Those that were never used. */
      readonly never_used?: "true";
      /**
       * The secret was created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC.
       */
      readonly secret_set_from?: string;
      /** The secret was created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly secret_set_before?: string;
      /** Created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_from?: string;
      /** Created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_before?: string;
      /** Those with these consumer keys: up to 100, separated by commas. */
      readonly consumer_keys?: string;
      /** Those with one of these plans, by name, separated by commas. */
      readonly plan?: string;
    }
  | {
      /** Lifts suspensions of applications. */
      readonly kind: "restore-applications";
      /** The IDs of up to 1000 applications. */
      readonly ids?: readonly string[];
      /** Active or suspended ones, or those with a callback scheme that waits for confirmation. */
      readonly state?: "active" | "suspended" | "unconfirmed-schemes";
      /** Those that may request this access. */
      readonly access?: "read" | "write";
      /**
       * Approved ones, or those that wait for approval, were asked something, or were declined, also if only a change
       * of them was.
       */
      readonly approval?: "approved" | "waiting" | "asked" | "declined";
      /** Those of this owner, by screen name or ID. A screen name of digits alone needs an @, as in @1984. */
      readonly owner?: string;
      /** Last used on this day or later, in UTC, such as 2026-05-03. */
      readonly last_used_from?: string;
      /** Last used before this day, in UTC; those that were never used are not among them. */
      readonly last_used_before?: string;
      /** Those that were never used. */
      readonly never_used?: "true";
      /**
       * The secret was created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC.
       */
      readonly secret_set_from?: string;
      /** The secret was created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly secret_set_before?: string;
      /** Created at this time or later: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_from?: string;
      /** Created before this: a day such as 2026-05-03, which begins in UTC, or a time in UTC. */
      readonly created_before?: string;
      /** Those with these consumer keys: up to 100, separated by commas. */
      readonly consumer_keys?: string;
      /** Those with one of these plans, by name, separated by commas. */
      readonly plan?: string;
    };

export interface Configuration {
  /** Applications that are not listed stay as they are. */
  readonly applications?: readonly {
    /** If no application has it, a new one gets it. Without it, owner and name identify the application. */
    readonly consumer_key?: string;
    /** absent: the application and all its tokens are deleted. */
    readonly state?: "present" | "absent";
    /** The screen name or ID of its owner. A screen name of digits alone needs an @ before it, as in @1984. */
    readonly owner?: string;
    /** The name shown on the consent page, up to 50 characters. */
    readonly name?: string;
    /** A sentence about the application, up to 200 characters. */
    readonly description?: string;
    /** The application's website, an HTTP or HTTPS URL. */
    readonly website?: string;
    /** The link to its terms; empty for none. */
    readonly terms_url?: string;
    /** The link to its privacy notice; empty for none. */
    readonly privacy_url?: string;
    /** The link to its support; empty for none. */
    readonly support_url?: string;
    /** The access that it may request. */
    readonly access?: "read" | "write";
    /** Up to 10 callback URLs; none for a desktop application that uses PINs. */
    readonly callbacks?: readonly string[];
    /** Users who already gave access aren't asked again. */
    readonly sign_in?: boolean;
    /** It requests email addresses. */
    readonly request_email?: boolean;
    /** Its requests signed with HMAC-SHA1, or with a SHA-1 body hash, are rejected. */
    readonly require_sha256?: boolean;
    /** Up to 20 networks from which its credentials may be used; none for every network. */
    readonly networks?: readonly string[];
    /** The networks are for its bearer token only. */
    readonly networks_for_bearer?: boolean;
    /** Its own limits by name, exactly these; {} for none. */
    readonly limits?: Readonly<Record<string, number>>;
    /** The name of its plan; empty for the default one. */
    readonly plan?: string | "";
    /**
     * Collaborators by screen name or ID, exactly these. New ones are invited. A screen name of digits alone needs
     * an @ before it, as in @1984.
     */
    readonly collaborators?: Readonly<Record<string, "editor" | "viewer">>;
    /** Why it is suspended, for its owner; false lifts a suspension. */
    readonly suspended?: false | string;
    /** Why its approval is declined, for its owner; false approves it, or a change of it that waits. */
    readonly declined?: false | string;
  }[];
  /**
   * Limits of your APIs by name, except those of COUNTERSIGN_API_LIMITS. Those that are not listed stay as they
   * are.
   */
  readonly api_limits?: {
    readonly [name: string]: {
      /** absent: the limit is deleted. */
      readonly state?: "present" | "absent";
      /**
       * user counts per user and application, and a request without a user for its application; application counts
       * per application.
       */
      readonly per?: "application" | "user";
      /** One to four windows, such as 10/1s 10000/month. A request has to fit into each. */
      readonly windows?: string;
    };
  };
  /** Plans by name. Those that are not listed stay as they are. */
  readonly plans?: {
    readonly [name: string]: {
      /** What developers read about it, on one line. */
      readonly description?: string;
      /**
       * Its limits by name: a number for an operation of the service, and windows such as 10/1s 10000/month for an
       * API.
       */
      readonly limits?: Readonly<Record<string, number | string>>;
      /** Applications that have no other plan follow it. */
      readonly is_default?: boolean;
    };
  };
  /** Sunsets by name. Those that are not listed stay as they are. */
  readonly sunsets?: {
    readonly [name: string]: {
      /** absent: the sunset is removed. */
      readonly state?: "present" | "absent";
      /** What ends; null for everything of `application`. */
      readonly trait?: "hmac-sha1" | "query" | "body" | "bearer" | null;
      /** The application for which it ends; null for every application. */
      readonly consumer_key?: string | null;
      /** Exempt applications. */
      readonly exempt?: readonly string[];
      /** From when on it should no longer be used; by default, when it is planned. */
      readonly deprecated_at?: string;
      /** When it ends. A day begins at midnight UTC. */
      readonly ends_at?: string;
      /** Whether it is rejected from `ends_at` on, or only announced. */
      readonly rejects?: boolean;
      /** An HTTPS URL, where owners read what to do. */
      readonly link?: string;
      /** When it is rejected before it ends; null for no brownout. */
      readonly brownout?: {
        /** When it begins. */
        readonly from: string;
        /** When it is over. */
        readonly until: string;
        /** The first minutes of each hour, in UTC. */
        readonly minutes: number;
      } | null;
    };
  };
  /**
   * The screen names or IDs of all administrators: others stop being administrators. A screen name of digits alone
   * needs an @ before it, as in @1984.
   */
  readonly administrators?: readonly string[];
  /** Settings of the service. */
  readonly settings?: {
    /** Who can create an account. */
    readonly sign_up?: "open" | "invitation" | "closed";
    /** Who needs a second factor. */
    readonly second_factor?: {
      /** Who needs it. */
      readonly required_for: "nobody" | "admins" | "everybody";
      /** The grace period in days. */
      readonly grace_days?: 0 | 7 | 14 | 30;
    };
    /** After how many days without use the access of an application to an account ends; null for never. */
    readonly unused_access_days?: number | null;
  };
}

export interface ConfigurationChange {
  /**
   * The part that wants the change, and nothing else: one application, one plan, one API limit, one sunset, the
   * settings, or the administrators.
   */
  readonly configuration: Configuration;
  /** The tag of the change in the plan. */
  readonly tag: string;
  /** The keys of a new application. Keep them before you send them. */
  readonly keys?: {
    /** The consumer key. */
    readonly consumer_key: string;
    /** The consumer secret. */
    readonly consumer_secret: string;
  };
}

export interface Plan {
  /** The changes, in the order in which to make them. */
  readonly changes: readonly PlannedChange[];
}

export interface PlannedChange {
  /** What wants it, such as `applications[0]`. */
  readonly part: string;
  /** What is done. */
  readonly action: "create" | "change" | "delete";
  /** What it is done to, such as `application Weather of alice`. */
  readonly what: string;
  /** How it changes. */
  readonly differences: readonly {
    /** What changes. */
    readonly setting: string;
    /** What it is now. */
    readonly from: string | boolean | readonly string[];
    /** What it becomes. */
    readonly to: string | boolean | readonly string[];
  }[];
  /** What it ends for users, as sentences. */
  readonly ends: readonly string[];
  /** Another tag means another change: send it to make this one, before those that follow. */
  readonly tag: string;
}

export interface AuditEventList {
  /** The items. */
  readonly data: readonly AuditEvent[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface AuditEvent {
  /** Its ID. A later event has a greater one. */
  readonly id: string;
  /** When it happened. */
  readonly at: string;
  /** What happened, such as `user.suspended`. */
  readonly name: string;
  /** Who did it: `user:ID`, `application:ID`, `api-key:NAME`, command-line, service or anonymous. */
  readonly actor: string;
  /** The actor's screen name, if it is a user. */
  readonly actor_screen_name?: string;
  /** The ID of the user whom it is about. */
  readonly user_id?: string;
  /** That user's screen name. */
  readonly user_screen_name?: string;
  /** The ID of the application that it is about. */
  readonly application_id?: string;
  /** That application's name. */
  readonly application_name?: string;
  /** The IP address of the actor. */
  readonly address?: string;
  /** More about it, by name. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

export interface Health {
  /** Whether the service works. */
  readonly status: "ok" | "failing";
  /** Whether it takes requests; `draining` while it shuts down. */
  readonly readiness: "ready" | "draining" | "failing";
  /** What needs attention, as sentences. */
  readonly problems: readonly string[];
}

export interface InvitationList {
  /** The items. */
  readonly data: readonly Invitation[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface Invitation {
  /** Its ID. */
  readonly id: string;
  /** The note about the recipient. */
  readonly note: string;
  /** The address that the link is emailed to. */
  readonly email: string | null;
  /** `failed`: the email could not be sent, or the service stopped before that. */
  readonly email_state: "sending" | "sent" | "failed" | null;
  /** The screen name of the administrator, if one invited on a page. */
  readonly invited_by: string | null;
  /** Words to the recipient; empty for none. */
  readonly message: string;
  /** What the account is created as. */
  readonly role: "user" | "admin";
  /** Where the new user continues. */
  readonly page: "home" | "portal" | "account";
  /** When it was created. */
  readonly created_at: string;
  /** When its link expires. */
  readonly expires_at: string;
}

export interface NewInvitations {
  /** A note about the recipient, on one line. */
  readonly note?: string;
  /** A link of its own is sent to each address, which its note then ends with; without one, there is one link. */
  readonly emails?: readonly string[];
  /** Words to the recipient, shown in the email and where they create the account. */
  readonly message?: string;
  /** What the account is created as; no API key invites an administrator. */
  readonly role?: "user" | "admin";
  /** Where the new user continues: home, the developer portal, or the account. */
  readonly page?: "home" | "portal" | "account";
}

export interface CreatedInvitations {
  /** The items. */
  readonly data: readonly Invited[];
}

export interface Invited {
  /** The address that the link is emailed to. */
  readonly email: string | null;
  /**
   * `created`: there is a link. Otherwise the address was in the list before, an account has it, or it got too many
   * invitations.
   */
  readonly outcome: "created" | "duplicate" | "has-account" | "too-many";
  /** The link. It works once, and is never returned again. */
  readonly url: string | null;
  /** When the link expires. */
  readonly expires_at: string | null;
}

export interface CreatedLink {
  /** The link. It works once, and is never returned again. */
  readonly url: string;
  /** When the link expires. */
  readonly expires_at: string;
}

export interface KeyRing {
  /** The ID of the key that encrypts. */
  readonly encrypts_with: string;
  /** When the keys were rotated last; null if they never were. */
  readonly rotated_at: string | null;
}

export interface OpenApiDocument {
  /** The version of OpenAPI. */
  readonly openapi: string;
  readonly [name: string]: unknown;
}

export interface LimitPlanList {
  /** The items. */
  readonly data: readonly LimitPlan[];
}

export interface LimitPlan {
  /** The plan's name: 1 to 40 lower-case letters, digits, hyphens, and underscores. */
  readonly name: string;
  /** What developers read about it, on one line. */
  readonly description: string;
  /**
   * Its limits by name: a number for an operation of the service, and windows such as 10/1s 10000/month for an API.
   */
  readonly limits: Readonly<Record<string, number | string>>;
  /** Applications that have no other plan follow it. */
  readonly is_default: boolean;
  /** How many applications have it by name. */
  readonly applications: number;
  /** It grows with each change of the plan. */
  readonly version: number;
}

export interface NewLimitPlan {
  /** What developers read about it, on one line. */
  readonly description?: string;
  /**
   * Its limits by name: a number for an operation of the service, and windows such as 10/1s 10000/month for an API.
   */
  readonly limits?: Readonly<Record<string, number | string>>;
  /** Applications that have no other plan follow it. */
  readonly is_default?: boolean;
  /** The plan's name: 1 to 40 lower-case letters, digits, hyphens, and underscores. */
  readonly name: string;
}

export interface LimitPlanChange {
  /** What developers read about it, on one line. */
  readonly description?: string;
  /**
   * Its limits by name: a number for an operation of the service, and windows such as 10/1s 10000/month for an API.
   */
  readonly limits?: Readonly<Record<string, number | string>>;
  /** Applications that have no other plan follow it. */
  readonly is_default?: boolean;
}

export interface ProgramUseList {
  /** The items. */
  readonly data: readonly ProgramUse[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface ProgramUse {
  /** Its ID. */
  readonly application_id: string;
  /** Its name. */
  readonly application: string;
  /** The owner's screen name. */
  readonly owner: string;
  /** The product and version. */
  readonly program: string;
  /** When it was last used. */
  readonly last_used_at: string;
}

export type Revocation =
  | {
      /** One access token. */
      readonly access_token: string;
    }
  | {
      /** One bearer token. */
      readonly bearer_token: string;
    }
  | {
      /** The ID of an application. */
      readonly application: string;
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user?: string;
    }
  | {
      /** The ID of an application. */
      readonly application: string;
      /** Only tokens used then or later from an address that was new to the application then. */
      readonly used_from_new_addresses_since: string;
    }
  | {
      /** A user's ID or screen name. A screen name of digits alone needs an @ before it, as in @1984. */
      readonly user: string;
    }
  | {
      /** All tokens of all applications and users. */
      readonly all: true;
    };

export interface Revoked {
  /** The number of grants, each with all its access tokens. */
  readonly grants: number;
  /** The number of applications. */
  readonly bearer_tokens: number;
}

export interface Search {
  /**
   * The beginning of a name or screen name; a whole ID, consumer key, email address, or request ID; or a
   * credential, which is found by its digest. The audit log says that it was found.
   */
  readonly text: string;
}

export interface FoundCredential {
  /** Which kind of credential it is. */
  readonly kind:
    | "consumer-key"
    | "consumer-secret"
    | "access-token"
    | "access-token-secret"
    | "bearer-token"
    | "request-token"
    | "api-key"
    | "link";
  /** What a link is for; null for another credential. */
  readonly purpose: "invitation" | "password-reset" | "account-recovery" | "admin" | "email" | null;
  /** Whether it works. */
  readonly active: boolean;
  /** Null if it is active. */
  readonly inactive_because:
    | "application-suspended"
    | "application-unapproved"
    | "user-suspended"
    | "ended"
    | null;
  /** The previous consumer secret, or the bearer token that was fetched with it. */
  readonly previous: boolean;
  /** The application whose it is. */
  readonly application: {
    /** The application's ID. */
    readonly id: string;
    /** The application's name. */
    readonly name: string;
    /** The application's consumer key. */
    readonly consumer_key: string;
    /** The owner's screen name. */
    readonly owner: string;
    /** Whether it is suspended. */
    readonly suspended: boolean;
  } | null;
  /** The user who gave access, or whom a link is about. */
  readonly user: {
    /** The user's ID. */
    readonly id: string;
    /** The user's screen name. */
    readonly screen_name: string;
    /** Whether it is suspended. */
    readonly suspended: boolean;
  } | null;
  /** The API key, if it is one. */
  readonly api_key: {
    /** Its ID. */
    readonly id: string;
    /** Its name. */
    readonly name: string;
    /** A viewer reads; a manager also makes changes. */
    readonly role: "viewer" | "manager";
  } | null;
  /** What an access token or a request token may do. */
  readonly access: "read" | "write" | null;
  /** When it was created; null if it is not known. */
  readonly created_at: string | null;
  /** When it ends by itself, or has ended. */
  readonly ends_at: string | null;
  /**
   * The day in UTC; null if no use is known. Of a consumer key, its secrets, and bearer tokens: the day on which
   * the application last sent a request.
   */
  readonly last_used_on: string | null;
  /** The operation that ends it. Null for what only ends with its application or by itself. */
  readonly ended_by:
    | "regenerateConsumerSecret"
    | "revokePreviousSecret"
    | "revokeAccess"
    | "revokeApiKey"
    | "withdrawInvitation"
    | null;
}

export interface SearchResult {
  /** The credential that the text is, if it is one. */
  readonly credentials: readonly FoundCredential[];
  /** Applications. */
  readonly applications: readonly {
    /** The application's ID. */
    readonly id: string;
    /** The application's name. */
    readonly name: string;
    /** The application's consumer key. */
    readonly consumer_key: string;
    /** The owner's screen name. */
    readonly owner: string;
    /** Whether it is suspended. */
    readonly suspended: boolean;
  }[];
  /** Users. */
  readonly users: readonly {
    /** The user's ID. */
    readonly id: string;
    /** The user's screen name. */
    readonly screen_name: string;
    /** The name that other users see. */
    readonly name: string;
    /** The email address; empty for none. */
    readonly email: string;
    /** Whether the user is an administrator. */
    readonly admin: boolean;
    /** Whether it is suspended. */
    readonly suspended: boolean;
  }[];
  /** The request with this ID. */
  readonly requests: readonly {
    /** Its ID. */
    readonly id: string;
    /** When it arrived. */
    readonly at: string;
    /** The operation that it called; empty for a request to one of your APIs. */
    readonly operation: string;
    /** The code of its error, or 0 if it was verified. */
    readonly code: number;
    /** The application that sent it. */
    readonly application: {
      /** The application's ID. */
      readonly id: string;
      /** The application's name. */
      readonly name: string;
    };
  }[];
}

export interface Settings {
  /** Who can create an account. */
  readonly sign_up: "open" | "invitation" | "closed";
  /** Who needs a second factor. */
  readonly second_factor: "nobody" | "admins" | "everybody";
  /** The grace period in days. */
  readonly grace_days: 0 | 7 | 14 | 30;
  /**
   * After how many days without use the access of an application to an account ends, 14 days after a notice; null
   * for never. Read-only if COUNTERSIGN_UNUSED_ACCESS_DAYS is set.
   */
  readonly unused_access_days: number | null;
}

export interface SettingsChange {
  /** Who can create an account. */
  readonly sign_up?: "open" | "invitation" | "closed";
  /** Who needs a second factor. */
  readonly second_factor?: "nobody" | "admins" | "everybody";
  /** The grace period in days. */
  readonly grace_days?: 0 | 7 | 14 | 30;
  /**
   * After how many days without use the access of an application to an account ends, 14 days after a notice; null
   * for never. Read-only if COUNTERSIGN_UNUSED_ACCESS_DAYS is set.
   */
  readonly unused_access_days?: number | null;
}

export interface SunsetList {
  /** The items. */
  readonly data: readonly Sunset[];
}

export interface Sunset {
  /**
   * The name of the sunset, which has 1 to 40 lowercase letters (a to z), digits, or hyphens, and begins with a
   * letter.
   */
  readonly name: string;
  /** What ends; null for everything of `application`. */
  readonly trait: "hmac-sha1" | "query" | "body" | "bearer" | null;
  /** The ID of the application for which it ends; null for every one. */
  readonly application: string | null;
  /** The IDs of exempt applications. */
  readonly exempt: readonly string[];
  /** From when on it should no longer be used, for the Deprecation header. */
  readonly deprecated_at: string;
  /** When it ends, for the Sunset header. */
  readonly ends_at: string;
  /** Whether it is rejected from `ends_at` on, or only announced. */
  readonly rejects: boolean;
  /** An HTTPS URL, where owners read what to do. */
  readonly link: string;
  /** When it is rejected before it ends. */
  readonly brownout: {
    /** When it begins. */
    readonly from: string;
    /** When it is over. */
    readonly until: string;
    /** The first minutes of each hour, in UTC. */
    readonly minutes: number;
  } | null;
}

export interface PlannedSunset {
  /** What ends; null for everything of `application`. */
  readonly trait?: "hmac-sha1" | "query" | "body" | "bearer" | null;
  /** The ID of the application for which it ends; null for every application. */
  readonly application?: string | null;
  /** The IDs of exempt applications. */
  readonly exempt?: readonly string[];
  /** From when on it should no longer be used, for the Deprecation header. */
  readonly deprecated_at?: string;
  /** When it ends, for the Sunset header. */
  readonly ends_at: string;
  /** Whether it is rejected from `ends_at` on, or only announced. */
  readonly rejects?: boolean;
  /** An HTTPS URL, where owners read what to do. */
  readonly link: string;
  /** When it is rejected before it ends. */
  readonly brownout?: {
    /** When it begins. */
    readonly from: string;
    /** When it is over. */
    readonly until: string;
    /** The first minutes of each hour, in UTC. */
    readonly minutes: number;
  } | null;
}

export interface TraitUseList {
  /** The items. */
  readonly data: readonly TraitUse[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface TraitUse {
  /** Its ID. */
  readonly application_id: string;
  /** Its name. */
  readonly application: string;
  /** The owner's screen name. */
  readonly owner: string;
  /**
   * `hmac-sha1`: signed with it. `query`, `body`: the signature was there, and not in the Authorization header.
   * `bearer`: a bearer token. `plaintext`: signed with PLAINTEXT, which is always rejected, so anyone can have
   * sent it.
   */
  readonly trait: "hmac-sha1" | "query" | "body" | "bearer" | "plaintext";
  /** Accepted requests. They are up to a minute late. */
  readonly requests: number;
  /** Requests that were rejected for another reason, or for this one. */
  readonly rejected: number;
  /** Users whose access tokens signed them. 1000 means that many or more. */
  readonly users: number;
  /** The day in UTC. */
  readonly last_used_on: string;
  /** What it used with valid credentials, by the User-Agent: product and version. The last 5. */
  readonly programs: readonly string[];
}

export interface TraitTotals {
  /** The items. */
  readonly data: readonly {
    /**
     * `hmac-sha1`: signed with it. `query`, `body`: the signature was there, and not in the Authorization header.
     * `bearer`: a bearer token. `plaintext`: signed with PLAINTEXT, which is always rejected, so anyone can have
     * sent it.
     */
    readonly trait: "hmac-sha1" | "query" | "body" | "bearer" | "plaintext";
    /** How many applications use it. 1000 means that many or more. */
    readonly applications: number;
    /** How many users use it. A user of two applications counts twice. 1000 means that many or more. */
    readonly users: number;
  }[];
}

export interface UnusedAccess {
  /** After how many days without use. */
  readonly days: number;
  /** How many accesses of one application to one account. */
  readonly grants: number;
  /** Of how many users they are. */
  readonly users: number;
}

export interface UserList {
  /** The items. */
  readonly data: readonly User[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
  /** With `count=true`, how many there are on all pages. 1000 means that many or more. Otherwise null. */
  readonly total: number | null;
}

export interface User {
  /** Its ID. */
  readonly id: string;
  /** The name with which the user signs in. */
  readonly screen_name: string;
  /** The name that other users see. */
  readonly name: string;
  /** The email address; null for none. */
  readonly email: string | null;
  /** Whether the user has shown that the address works. */
  readonly email_verified: boolean;
  /** Whether the user is an administrator. */
  readonly admin: boolean;
  /** The language in which the user last used the pages, such as `es`; null if it isn't known. */
  readonly language: string | null;
  /** Why the user is suspended; null if the user isn't. */
  readonly suspended_because: string | null;
  /** When the account was created. */
  readonly created_at: string;
}

export interface NewUser {
  /** 1 to 64 letters (A to Z), digits, underscores, dots, or hyphens, and not only dots. */
  readonly screen_name: string;
  /** The first password. */
  readonly password: string;
  /** The name that other users see. */
  readonly name?: string;
  /** The email address, which counts as verified. */
  readonly email?: string;
}

export interface UserData {
  /** The name of the service. */
  readonly service: string;
  /** When the data were read. */
  readonly exported_at: string;
  readonly [name: string]: unknown;
}

export interface EmailVerification {
  /** The user's current address. */
  readonly email: string;
  /** Always true. */
  readonly verified: true;
}

export interface FactorList {
  /** The items. */
  readonly data: readonly {
    /** `totp`, or `passkey:` and the credential ID. */
    readonly id: string;
    /** An authenticator app with one-time passwords, or a passkey. */
    readonly kind: "totp" | "passkey";
    /** What the user calls a passkey; null for an app. */
    readonly name: string | null;
    /** When it was added. */
    readonly since: string;
    /** When a passkey was last used; null if it never was, and for an app. */
    readonly last_used_at: string | null;
  }[];
  /** The number of unused codes. */
  readonly recovery_codes: number;
}

export interface IdentityList {
  /** The items. */
  readonly data: readonly {
    /** The URL of the identity provider. */
    readonly issuer: string;
    /** The ID that the user has there. */
    readonly subject: string;
    /** When it was linked. */
    readonly since: string;
  }[];
}

export interface NewRecoveryLink {
  /** The reason, up to 200 characters on one line. It is shown to the user or recorded in the audit log. */
  readonly because: string;
}

export interface SessionList {
  /** The items. */
  readonly data: readonly Session[];
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

export interface Session {
  /** When it was last used. */
  readonly last_seen_at: string;
  /** The IP address of the sign-in. */
  readonly address: string;
  /** The User-Agent header of the sign-in. */
  readonly user_agent: string;
}

export interface WebhookList {
  /** The items. */
  readonly data: readonly Webhook[];
}

export interface Webhook {
  /** The host of the webhook's URL, as it is listed, or `file` for the audit file. */
  readonly name: string;
  /** How many events wait. */
  readonly waiting: number;
  /** When the oldest of them was recorded. */
  readonly oldest_at: string | null;
  /** How many events were given up. */
  readonly dropped: number;
  /** Null if the last try succeeded. */
  readonly failing_since: string | null;
  /** Why the last try failed: the status of the response, or the code of an error, such as `ECONNREFUSED`. */
  readonly failure: string | null;
  /** It is not tried before. Null if nothing holds it back. */
  readonly next_at: string | null;
}

export interface RetriedDeliveries {
  /** How many events are due now. */
  readonly retried: number;
}
