/** The PostgreSQL of a cluster: one server, or a primary whose commits a standby confirms. */
import { failingDisk } from "../support/failing-disk.ts";
import { type OwnPostgres, ownPostgres } from "../support/postgres-server.ts";

export interface ClusterPostgres {
  /** Of the server, and of the standby if there is one; they keep them when they change places. */
  readonly ports: readonly number[];
  /** The one that takes writes. */
  readonly primary: () => OwnPostgres;
  /** The primary dies, the standby takes its place, and the dead one comes back as its standby. */
  failOver(): Promise<void>;
  /** Whether no file of the primary can grow. Does nothing where there is no C compiler. */
  setFull(full: boolean): void;
}

/** `owner` ends what it starts. */
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
      // Its processes as well: one that answered on would be a second primary.
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
