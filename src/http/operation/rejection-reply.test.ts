import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestError, type RequestErrorName } from "../../domain/errors.ts";
import { galleryFrame } from "../../pages/gallery/gallery-state.ts";
import * as english from "../../pages/languages/english.ts";
import type { Endpoint } from "./endpoint.ts";
import { rejectionReply } from "./rejection-reply.ts";

const page = { produces: "page", caller: {} } as Endpoint;

/** The addresses of the buttons on the page of this rejection. */
function buttons(name: RequestErrorName, method: string, here: string): string[] {
  const incoming = { authorization: undefined, id: "r", method, path: "/account" };
  const frame = { ...galleryFrame(english), here };
  const { body } = rejectionReply(new RequestError(name), incoming, "r", page, frame);
  return [...String(body).matchAll(/<a class="button" href="([^"]*)"/g)].map(
    ([, href = ""]) => href,
  );
}

test("a page that may open later offers to try again, at the address of the request", () => {
  for (const name of ["rateLimited", "internalError", "overCapacity"] as const) {
    assert.deepEqual(buttons(name, "GET", "/account?page=2"), ["/account?page&#61;2"]);
    assert.deepEqual(buttons(name, "POST", "/account"), [], "a form is not sent again");
    assert.deepEqual(buttons(name, "GET", "/"), [], "the request had another address");
  }
  for (const name of ["outcomeUnknown", "userSuspended", "bodyTooLarge"] as const) {
    assert.deepEqual(buttons(name, "GET", "/account"), []);
  }
});
