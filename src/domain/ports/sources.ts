/** The part of the database that knows what uses the credentials of an application. */
import type { Awaitable } from "../awaitable.ts";
import type { AccessToken, ApplicationId } from "../credentials.ts";
import type { KnownSource, Source, SourceUse } from "../source.ts";

export interface Sources {
  /**
   * Adds to the existing counts, and records which of the tokens were used from a network that was new then. Concurrent
   * calls lose nothing. An application has a bounded number of rows, and what finds no room is counted in one of them
   * together. Returns the sources of these applications that have a row now; applications that don't exist are left
   * out.
   */
  addSources(uses: readonly SourceUse[], now: number): Promise<readonly KnownSource[]>;
  /** In no order, with the requests of the last 24 hours. */
  sourcesOf(applicationId: ApplicationId, now: number): Awaitable<readonly Source[]>;
  /** How many tokens `tokensUsedFromNewSources` has in total; counts no further than `most`. */
  countTokensUsedFromNewSources(search: NewSourceSearch, most: number): Awaitable<number>;
  /**
   * The application's tokens that were used, at `since` or later, from a network that was new then, in the order of
   * their last such use. Times are rounded down to ten minutes, as is `since`.
   */
  tokensUsedFromNewSources(
    search: NewSourceSearch,
    slice: { readonly after: NewSourceToken | undefined; readonly size: number },
  ): Awaitable<readonly NewSourceToken[]>;
}

export interface NewSourceToken {
  readonly token: AccessToken;
  readonly at: number;
}

export interface NewSourceSearch {
  readonly applicationId: ApplicationId;
  readonly since: number;
}
