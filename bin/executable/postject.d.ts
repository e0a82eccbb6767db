declare module "postject" {
  /** Puts `data` into the executable at `path`, under `name`. */
  export function inject(
    path: string,
    name: string,
    data: Uint8Array,
    options: { readonly sentinelFuse: string },
  ): Promise<void>;
}
