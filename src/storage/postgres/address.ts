/** Where a PostgreSQL is. */
export interface PostgresAddress {
  /** A URL for each host, in the order in which they are tried. */
  readonly hosts: readonly [string, ...string[]];
  /** For messages and logs: hosts and database, without user and password. */
  readonly name: string;
}
