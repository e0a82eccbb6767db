/** The address of a PostgreSQL server. */
export interface PostgresAddress {
  /** A URL for each host, in the order in which they are tried. */
  readonly hosts: readonly [string, ...string[]];
  /** Hosts and database, without user and password, for messages and logs. */
  readonly name: string;
}
