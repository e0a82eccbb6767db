import { idFrom, type UserId } from "../../../domain/credentials.ts";
import { RequestError } from "../../../domain/errors.ts";
import { picture } from "../../../pages/views/picture.ts";
import { anonymous } from "../../../verification/authentication/authentication.ts";
import { endpoint } from "../../operation/endpoint.ts";

/** A picture generated from a user's id never changes and needs no lookup. */
export const pictures = endpoint({
  name: "pictures",
  paths: ["/pictures/:file"],
  methods: ["GET"],
  section: "9",
  summary: "The generated picture of a user",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  operation({ parameters: { file = "" } }) {
    const id = file.endsWith(".svg") ? idFrom<UserId>(file.slice(0, -".svg".length)) : undefined;
    if (id === undefined) throw new RequestError("noSuchPath");
    const svg = picture(id).toString().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
    return {
      status: 200,
      type: "svg",
      body: svg,
      headers: { "cache-control": "public, max-age=86400" },
    };
  },
});
