import type { UseTexts } from "../../texts/portal/use.ts";
import { locale, numbers } from "../counts.ts";

export const use: UseTexts = {
  title: "الاستخدام",
  periodsLabel: "المدة",
  periods: { hour: "الساعة الأخيرة", day: "اليوم الأخير", week: "الأسبوع الأخير" },
  captions: {
    hour: "الطلبات في الساعة الأخيرة، كل خمس دقائق",
    day: "الطلبات في اليوم الأخير، كل ساعة",
    week: "الطلبات في الأسبوع الأخير، كل ست ساعات",
  },
  time: "من (UTC)",
  total: "المجموع",
  verified: "مقبولة",
  issued: "رموز صادرة",
  refused: (code) => `مرفوضة: ${code}`,
  whatTheyAre:
    "المقبولة هي الطلبات التي صحّت بياناتها، ومنها ما أُعطي رمزًا. يُذكر الرفض برقم الخطأ. أما الطلبات ذات التوقيع أو السرّ غير الصحيح فلا صاحب لها، ولا تُحسب هنا.",
  none: "لم تصل طلبات في هذه المدة.",
  noneAdvice: "بعد أي تجربة يمكنك العودة إلى هنا: يظهر العدد فورًا.",
  limits: {
    title: "حدود الطلبات الآن",
    what: "كم بقي لهذا التطبيق من الطلبات حتى يبدأ العدّ من جديد. لا تظهر الحدود التي تُحسب لكل شخص على حدة.",
    off: "لا تحدّ هذه الخدمة من الطلبات.",
    operation: "العملية",
    limit: "الحد",
    remaining: "المتبقي",
    resetsAt: "يتجدد في (UTC)",
    reset: (at) => timeFormat.format(at),
  },
  step: {
    hour: (at) => timeFormat.format(at),
    day: (at) => timeFormat.format(at),
    week: (at) => dayAndTimeFormat.format(at),
  },
  number: (count) => numbers.format(count),
};

const timeFormat = new Intl.DateTimeFormat(locale, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

const dayAndTimeFormat = new Intl.DateTimeFormat(locale, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
