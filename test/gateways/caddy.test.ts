import { test } from "node:test";
import { gatewayCases } from "./cases.ts";
import { caddy } from "./configured.ts";

test("Caddy, forward_auth", { skip: caddy.skip }, (t) => gatewayCases(t, caddy));
