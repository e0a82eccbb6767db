import { test } from "node:test";
import { gatewayCases } from "./cases.ts";
import { njs } from "./configured.ts";

test("nginx with njs", { skip: njs.skip }, (t) => gatewayCases(t, njs));
