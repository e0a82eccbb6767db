import { test } from "node:test";
import { gatewayCases } from "./cases.ts";
import { haproxy } from "./configured.ts";

test("HAProxy, a script", { skip: haproxy.skip }, (t) => gatewayCases(t, haproxy));
