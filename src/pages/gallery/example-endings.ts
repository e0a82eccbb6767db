import { dayMs, dayOf } from "../../domain/day.ts";
import type { Ending } from "../../domain/ending.ts";
import { weatherBot } from "./example-application.ts";

const endsAt = Date.UTC(2027, 5, 1);
const sunset = {
  ...{ name: "sha1", exempt: [], rejects: true, deprecatedAt: Date.UTC(2026, 4, 1), endsAt },
  link: "https://example.com/sha1",
};

/** A trait with a brownout, and everything of the application. */
export const exampleEndings = [
  {
    sunset: {
      ...{ ...sunset, trait: "hmac-sha1", applicationId: undefined },
      brownout: { from: endsAt - 31 * dayMs, until: endsAt - 24 * dayMs, minutes: 10 },
    },
    use: { trait: "hmac-sha1", lastDay: dayOf(Date.UTC(2026, 4, 3)), requests: 48_102 },
  },
  {
    sunset: {
      ...{ ...sunset, name: "weather", trait: undefined, applicationId: weatherBot.id },
      ...{ endsAt: endsAt + 30 * dayMs, rejects: false, brownout: undefined },
    },
    use: undefined,
  },
] as const satisfies readonly Ending[];
