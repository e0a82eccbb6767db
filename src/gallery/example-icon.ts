import { picture } from "../views/picture.ts";

/** What stands at the address of an application's icon where pages are shown without a service; undefined: another address. */
export function exampleIcon(path: string | undefined): string | undefined {
  if (!path?.startsWith("/icons/")) return undefined;
  return picture("2").toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}
