/** The PostgreSQL of a cluster: one server, or a primary with a standby that confirms its commits. */
import { failingDisk } from "../support/failing-disk.ts";
import { type OwnPostgres, ownPostgres } from "../support/postgres-server.ts";

export interface ClusterPostgres {
  /** The ports of the server and of its standby, if there is one; they keep them when they exchange roles. */
  readonly ports: readonly number[];
  /** The server that accepts writes. */
  readonly primary: () => OwnPostgres;
  /** The primary dies, the standby replaces it, and the dead one returns as the new standby. */
  failOver(): Promise<void>;
  /** Whether the primary's files can no longer grow. Does nothing without a C compiler. */
  setFull(full: boolean): void;
}

/** `owner` ends the servers that this starts. */
export async function clusterPostgres(
  owner: AsyncDisposableStack,
  withStandby: boolean,
): Promise<ClusterPostgres> {
  const disk = failingDisk();
  if (disk !== undefined) owner.use(disk);
  const settings = withStandby ? ["synchronous_standby_names=*"] : [];
  const start = async () =>
    owner.use(await ownPostgres({ settings, variables: disk?.variables ?? {} }));
  const servers = [await start()];
  if (withStandby) servers.push(await start());
  let [primary, standby] = servers as [OwnPostgres, OwnPostgres | undefined];
  await standby?.stop("SIGQUIT");
  await standby?.follow(primary);
  return {
    ports: servers.map(({ url }) => Number(new URL(url).port)),
    primary: () => primary,
    async failOver() {
      if (standby === undefined) return;
      const dead = primary;
      // Its child processes as well: one that still answered would be a second primary.
      await dead.stop("SIGQUIT");
      await standby.promote();
      primary = standby;
      standby = dead;
      await dead.follow(primary);
    },
    setFull(full) {
      if (full) disk?.fail(`full ${primary.data}`);
      else disk?.fail();
    },
  };
}
