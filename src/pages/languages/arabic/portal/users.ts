import { numbersIn, timesIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";
import { locale, numbers } from "../counts.ts";

export const users: Texts["portal"]["users"] = {
  title: "المستخدمون",
  weeksChange: "التغير في آخر 7 أيام",
  change: (count) => changeFormat.format(count),
  caption: "من منحوا الوصول، أسبوعًا بأسبوع",
  summary: (now, then) =>
    `المستويان معًا الآن: ${numbers.format(now)}. قبل 13 أسبوعًا: ${numbers.format(then)}.`,
  day: "نهاية (UTC)",
  step: (at) => dayFormat.format(at),
  whoIsCounted: "يظهر لك عدد من منحوا الوصول، لا هويتهم. من منح المستويين يُحسب في كليهما.",
  none: "لم يمنحه أحد الوصول بعد.",
  noneAdvice:
    "يمكن لبرنامجك إرسال المستخدمين إلى صفحة الموافقة. ويمكنك البدء بنفسك: المسار موجود في قسم «التجربة».",
};

const changeFormat = numbersIn(locale, { signDisplay: "exceptZero" });

const dayFormat = timesIn(locale, {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
