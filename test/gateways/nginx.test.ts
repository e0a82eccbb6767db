import { test } from "node:test";
import { makeCertificate } from "../support/tls.ts";
import { gatewayCases } from "./cases.ts";
import { nginx } from "./configured.ts";

test("nginx, auth_request, ending TLS", { skip: nginx.skip }, async (t) => {
  using tls = await makeCertificate(["api.example.com"]);
  await gatewayCases(t, nginx, tls);
});
