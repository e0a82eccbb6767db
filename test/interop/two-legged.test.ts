/** Unmodified clients that sign without a token: LTI 1.1's, and WooCommerce's. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import WooCommerce from "@woocommerce/woocommerce-rest-api";
import lti from "ims-lti";
import HmacSha1 from "ims-lti/lib/hmac-sha1.js";
import { startVerifyingApi, type VerifyingApi } from "./verified-world.ts";

const values = [
  "one\r\ntwo\nthree",
  "  two  spaces   and three ",
  '<p class="a">It\'s 100% &amp; more</p>',
  "Zürich – 東京 🎓👩‍🏫",
  "a+b=c&d;e~f*(g)!",
];

/** A launch as the browser posts the consumer's form. */
async function launch({ world, origin, decisions }: VerifyingApi, text: string, secret?: string) {
  const { consumerKey, consumerSecret } = world.application;
  const fields: Record<string, string> = {
    lti_message_type: "basic-lti-launch-request",
    lti_version: "LTI-1p0",
    resource_link_id: "42",
    custom_empty: "",
    text,
    oauth_callback: "about:blank",
    oauth_consumer_key: consumerKey,
    oauth_nonce: randomBytes(8).toString("hex"),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: "1.0",
  };
  const signer = new HmacSha1();
  const url = `${origin}/launch`;
  const query = { course: "1" };
  const signed = [url, { query }, "POST", fields, secret ?? consumerSecret] as const;
  const oauth_signature = signer.build_signature_raw(...signed);
  const body = new URLSearchParams({ ...fields, oauth_signature });
  await fetch(`${url}?${new URLSearchParams(query)}`, { method: "POST", body });
  return decisions.at(-1);
}

test("ims-lti — a launch is the application's, whatever its values are", async () => {
  await using api = await startVerifyingApi();
  for (const value of values) {
    const { caller, body, text } = await launch(api, value);
    assert.deepEqual([caller.context, body, text], ["application", "signed", value]);
  }
  const { valid, code } = await launch(api, "x", "another secret");
  assert.deepEqual([valid, code], [false, 32]);
});

test("ims-lti — an outcome, whose XML has a signed hash, is the application's", async () => {
  await using api = await startVerifyingApi();
  const { consumerKey, consumerSecret } = api.world.application;
  const service = new lti.OutcomeService({
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
    service_url: `${api.origin}/outcomes?course=1`,
    source_did: "alice-42",
  });
  // Its response should be XML; what matters here is the decision.
  await new Promise((resolve) => service.send_replace_result(0.5, resolve));
  const [decision] = api.decisions;
  assert.deepEqual([decision?.caller?.context, decision?.body], ["application", "hashed"]);
});

function shop({ world, origin }: VerifyingApi, axiosConfig = {}) {
  const { consumerKey, consumerSecret } = world.application;
  return new WooCommerce.default({ url: origin, consumerKey, consumerSecret, axiosConfig });
}

test("@woocommerce/woocommerce-rest-api — HMAC-SHA256, in the query, without parameters and with JSON", async () => {
  await using api = await startVerifyingApi({ SIGNATURE_METHODS: "HMAC-SHA256" });
  const read = await shop(api).get("products");
  assert.equal(read.data.caller.context, "application");
  const written = await shop(api).post("products", { name: values[0] });
  assert.deepEqual([written.data.caller.context, written.data.body], ["application", "unsigned"]);
});

// It puts the query into the URL and then into the parameters for axios, and signs it once.
test("@woocommerce/woocommerce-rest-api — a query is sent twice, unless axios is told to send it once", async () => {
  await using api = await startVerifyingApi({ SIGNATURE_METHODS: "HMAC-SHA256" });
  await assert.rejects(shop(api).get("products", { per_page: 2 }), /status code 401/);
  assert.match(api.targets[0] ?? "", /\?per_page=2&oauth_.*&per_page=2&/);
  const signatureOnly = (params: Record<string, string>) =>
    String(new URLSearchParams(Object.entries(params).filter(([name]) => /^oauth_/.test(name))));
  const once = shop(api, { paramsSerializer: { serialize: signatureOnly } });
  for (const text of values) {
    const { data } = await once.get("products", { text, per_page: 2, filter: { a: "1" } });
    assert.equal(data.caller.context, "application");
    assert.equal(data.text, text);
  }
});
