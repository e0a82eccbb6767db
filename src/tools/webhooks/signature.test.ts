import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { signedHeaders } from "./signature.ts";

/** The example is that of Standard Webhooks 1.0.0. */
const example = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  at: 1_614_265_330_000,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

test("signedHeaders: the example of Standard Webhooks", () => {
  assert.deepEqual(signedHeaders([new Secret(example.secret)], example), {
    "webhook-id": example.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": example.signature,
  });
});

test("signedHeaders: a signature for each secret, the newest first", () => {
  const other = new Secret(`whsec_${Buffer.alloc(24).toString("base64")}`);
  const headers = signedHeaders([other, new Secret(example.secret)], example);
  const [first, second, ...more] = (headers["webhook-signature"] ?? "").split(" ");
  assert.match(first ?? "", /^v1,[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual([second, more], [example.signature, []]);
});
