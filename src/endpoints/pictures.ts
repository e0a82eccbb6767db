import { nobody } from "../authentication/authentication.ts";
import { Refusal } from "../domain/refusals.ts";
import { picture } from "../views/picture.ts";
import { endpoint } from "./endpoint.ts";

/** A picture made from a user's id: stable, and nothing is uploaded, fetched or looked up. */
export const pictures = endpoint({
  name: "pictures",
  paths: ["/pictures/:picture"],
  methods: ["GET"],
  section: "9",
  summary: "The generated picture of a user",
  caller: nobody,
  limit: undefined,
  reads: [],
  answers: "asset",
  operation({ incoming }) {
    const [, id] = /^\/pictures\/(\d{1,16})\.svg$/.exec(incoming.path) ?? [];
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
