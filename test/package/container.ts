/** Containers without a daemon: namespaces of the kernel around a root directory. This needs root on Linux. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** The value for `skip`: a sentence if this machine can't run containers. */
export function withoutNamespaces(): string | false {
  const tried = spawnSync("unshare", [...namespaces, "mount", "-t", "tmpfs", "none", "/mnt"]);
  return tried.status === 0 ? false : "namespaces and mounts need root, and util-linux";
}

export const namespaces = ["--mount", "--pid", "--fork", "--"];

/** The root directory `$1/root` with this machine's `/usr`, read-only, and `$1/local` in it. */
export const system = `set -eu
root=$1/root; shift
mount --bind "$root" "$root"
mount --bind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
mount --bind "$root/../local" "$root/usr/local"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
`;

export const paths = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface Image {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volume: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

export interface Container extends AsyncDisposable {
  readonly output: () => string;
  /** Resolves to the exit status of PID 1. */
  readonly ended: Promise<number | null>;
  /** Stops it as `docker stop` does, with SIGTERM to PID 1. */
  stop(): void;
  /** Runs a command in it, as `docker exec` and health checks do. */
  execute(...command: readonly string[]): {
    readonly status: number | null;
    readonly output: string;
  };
}

export interface ContainerOptions {
  /** A directory that is mounted as the image's volume. */
  readonly volume: string;
  /** A directory that is mounted at `/run/secrets`. */
  readonly secrets: string;
  /** By default that of the image. */
  readonly uid?: number;
  readonly gid?: number;
  readonly groups?: readonly number[];
  readonly settings: Readonly<Record<string, string>>;
}

/** A container with a read-only root, without capabilities, and with the network of this machine. */
export function startContainer(image: Image, options: ContainerOptions): Container {
  const [imageUid, imageGid] = image.user.split(":");
  const { uid = imageUid, gid = imageGid, groups = [] } = options;
  const confined = [
    ...["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--no-new-privs", "--bounding-set=-all"],
    groups.length === 0 ? "--clear-groups" : `--groups=${groups}`,
  ];
  const script = `${system}mount -o remount,bind,ro "$root"
mount -o remount,bind,ro "$root/usr/local"
mount -t tmpfs -o noexec,nosuid,nodev none "$root/tmp"
mount --bind "$1" "$root/$2"
mount --bind "$3" "$root/run/secrets"
shift 3
exec chroot "$root" "$@"`;
  const settings = Object.entries(options.settings);
  const env = {
    PATH: paths,
    ...image.environment,
    ...Object.fromEntries(settings.map(([name, value]) => [`COUNTERSIGN_${name}`, value])),
  };
  const child = spawn(
    "unshare",
    [
      ...[...namespaces, "sh", "-c", script, "sh"],
      ...[image.directory, options.volume, image.volume, options.secrets, ...confined],
      ...image.entrypoint,
      ...image.command,
    ],
    { env },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([status]): number | null => status);
  return {
    output: () => output,
    ended,
    stop: () => process.kill(firstProcess(child), "SIGTERM"),
    execute(...command) {
      const enter = [
        "--target",
        String(firstProcess(child)),
        "--mount",
        "--pid",
        "--root",
        "--wd",
        "--",
      ];
      const args = [...enter, ...confined, ...command];
      const { status, stdout, stderr } = spawnSync("nsenter", args, { encoding: "utf8", env });
      return { status, output: stdout + stderr };
    },
    async [Symbol.asyncDispose]() {
      // With PID 1, everything in the container ends.
      if (child.exitCode === null) process.kill(firstProcess(child), "SIGKILL");
      await ended;
    },
  };
}

/** PID 1 of the container, by its number outside. */
function firstProcess({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
}
