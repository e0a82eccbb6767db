declare module "postject" {
  export function inject(
    path: string,
    name: string,
    data: Uint8Array,
    options: { readonly sentinelFuse: string },
  ): Promise<void>;
}
