import { nobody } from "../../authentication/authentication.ts";
import { idFrom, type UserId } from "../../domain/credentials.ts";
import { Refusal } from "../../domain/refusals.ts";
import { endpoint } from "../../endpoint.ts";
import { picture } from "../../views/picture.ts";

/** A picture generated from a user's id never changes and needs no look-up. */
export const pictures = endpoint({
  name: "pictures",
  paths: ["/pictures/:file"],
  methods: ["GET"],
  section: "9",
  summary: "The generated picture of a user",
  caller: nobody,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation({ parameters: { file = "" } }) {
    const id = file.endsWith(".svg") ? idFrom<UserId>(file.slice(0, -".svg".length)) : undefined;
    if (id === undefined) throw new Refusal("noSuchPath");
    const svg = picture(id).toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
    return {
      status: 200,
      type: "svg",
      body: svg,
      headers: { "cache-control": "public, max-age=86400" },
    };
  },
});
