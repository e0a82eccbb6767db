import { rateMeterSuite } from "../contract/rate-meter-suite.ts";
import { openRateMeter } from "./rate-meter.ts";

rateMeterSuite("a rate meter in memory", openRateMeter);
