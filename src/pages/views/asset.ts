import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

export interface Asset {
  readonly type: "css" | "js" | "svg" | "png";
  readonly body: Buffer;
  /** Compression runs once, off the event loop. Resolves to undefined if the body would not be smaller. */
  readonly gzipped: () => Promise<Buffer | undefined>;
}

export type NamedAsset = Asset & { readonly href: `/assets/${string}` };

/**
 * The URL changes with the content, so browsers can cache it forever. It is compressed once,
 * because anyone can request it often.
 */
export function named(name: string, content: Pick<Asset, "type" | "body">): NamedAsset {
  const hash = createHash("sha256").update(content.body).digest("hex").slice(0, 16);
  return { ...fixed(content), href: `/assets/${name}.${hash}.${content.type}` };
}

/** Its URL does not change with the content. */
export function fixed({ type, body }: Pick<Asset, "type" | "body">): Asset {
  let gzipped: Promise<Buffer | undefined> | undefined;
  return {
    type,
    body,
    gzipped() {
      gzipped ??= type === "png" ? Promise.resolve(undefined) : smaller(body);
      return gzipped;
    },
  };
}

async function smaller(body: Buffer): Promise<Buffer | undefined> {
  const gzipped = await promisify(gzip)(body, { level: 9 });
  return gzipped.length < body.length ? gzipped : undefined;
}
