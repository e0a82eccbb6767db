import { picture } from "../views/picture.ts";

/**
 * The image that pages shown without a service have at the address of an application's icon; undefined for another
 * address.
 */
export function exampleIcon(path: string | undefined): string | undefined {
  if (!path?.startsWith("/icons/")) return undefined;
  return picture("2").toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}
