import { picture } from "../views/picture.ts";

/** Pages shown without a service get this image as an application's icon. */
export function exampleIcon(path: string | undefined): string | undefined {
  if (!path?.startsWith("/icons/")) return undefined;
  return picture("2").toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}
