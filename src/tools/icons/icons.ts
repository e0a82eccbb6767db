/**
 * Icons are encoded again in a process of their own, so that only pixels remain of an upload, and
 * no image takes the server's memory or ends it.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import type { ApplicationIcon } from "../../domain/application.ts";
import { StoreFailure } from "../../domain/errors.ts";
import type { Requester } from "../../domain/fair-queue.ts";
import { fairTurns } from "../../domain/fair-turns.ts";
import { boundedImage } from "./bounded-image.ts";

/** The unit is bytes. */
export const maxIconBytes = 512 * 1024;

/** An icon takes a tenth of a second, and sometimes several seconds. */
const maxWaiting = { entries: 8, perAccount: 2 };
/** The process limits its own CPU time; this (milliseconds) ends one that cannot. */
const maxTime = 30_000;
const maxMessageBytes = 2000;

export interface Icons {
  /**
   * Returns undefined if it is no complete PNG, JPEG or WebP within the bounds. Throws `StoreFailure` if
   * too many wait, and an Error if no process can decode it.
   */
  encoded(image: Uint8Array, by: Requester): Promise<ApplicationIcon | undefined>;
  /** Like `encoded`, but an icon in the format of one made here stays unchanged. */
  encodedUnlessOurs(image: Uint8Array, by: Requester): Promise<ApplicationIcon | undefined>;
  /**
   * Resolves to a PNG of 180 by 180 pixels of an SVG or PNG that the administrator chose, drawn once. Returns undefined
   * if it cannot be read. Throws as `encoded` does.
   */
  touchIcon(picture: Buffer): Promise<Buffer | undefined>;
  /** The same as a PNG of up to 480 by 64 pixels, in its proportions. Mail programs don't show an SVG. */
  mailLogo(picture: Buffer): Promise<Buffer | undefined>;
}

export function openIcons(): Icons {
  const { inTurn } = fairTurns(1, maxWaiting, "too many icons are waiting");
  return {
    encoded: (image, by) => drawn(image, by, []),
    encodedUnlessOurs: (image, by) => drawn(image, by, ["keep"]),
    touchIcon: drawnOnce("touch"),
    mailLogo: drawnOnce("mail-logo"),
  };

  async function drawn(
    image: Uint8Array,
    by: Requester,
    args: readonly string[],
  ): Promise<ApplicationIcon | undefined> {
    const bounded = boundedImage(image);
    return bounded && inTurn(by, () => inProcess(bounded, args));
  }
}

/** A picture of the brand. */
function drawnOnce(arg: string): (picture: Buffer) => Promise<Buffer | undefined> {
  const drawn = new WeakMap<Buffer, Promise<Buffer | undefined>>();
  return (picture) => {
    const known = drawn.get(picture);
    if (known !== undefined) return known;
    const icon = inProcess(picture, [arg]).then((one) => one && Buffer.from(one.image));
    drawn.set(picture, icon);
    // Later a process may be able to draw it.
    icon.catch(() => drawn.delete(picture));
    return icon;
  };
}

async function inProcess(
  image: Uint8Array,
  args: readonly string[],
): Promise<ApplicationIcon | undefined> {
  // The installed package is JavaScript.
  const thisFile = import.meta.url;
  const processFile = thisFile.endsWith(".js") ? "./draw-process.js" : "./draw-process.ts";
  const child = fork(new URL(processFile, thisFile), args, {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    timeout: maxTime,
    killSignal: "SIGKILL",
  });
  // A decoder that was taken over could send messages there, which would be read without a bound.
  if (child.connected) child.disconnect();
  const ended = Promise.all([
    once(child, "exit"),
    firstBytes(child.stdout, maxIconBytes),
    firstBytes(child.stderr, maxMessageBytes),
  ]).catch((error: unknown) => {
    throw new StoreFailure(`the icon process can't be started: ${String(error)}`, { cause: error });
  });
  // If the process ends before it has read the image, its end is noticed.
  child.stdin?.on("error", () => {}).end(image);
  const [[code], icon, message] = await ended;
  if (code !== 0 && code !== null) throw new Error(`icons can't be encoded: ${String(message)}`);
  return icon.length === 0 ? undefined : iconOf(icon);
}

async function firstBytes(stream: Readable | null, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let room = most;
  for await (const chunk of stream ?? []) {
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
  }
  return Buffer.concat(chunks);
}

function iconOf(image: Uint8Array): ApplicationIcon {
  return { image, digest: createHash("sha256").update(image).digest("hex").slice(0, 32) };
}
