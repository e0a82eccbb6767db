import { daysKept, hoursKeptDays } from "../../../../domain/usage.ts";
import { numbersIn, timesIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";
import { inRequests, locale, numbers } from "../counts.ts";
import { latin } from "../latin.ts";

export const usage: Texts["portal"]["usage"] = {
  title: "الاستخدام",
  periodsLabel: "المدة",
  periods: {
    hour: "ساعة",
    day: "24 ساعة",
    week: "7 أيام",
    "30-days": "30 يومًا",
    "90-days": "90 يومًا",
    "13-months": "13 شهرًا",
  },
  captions: {
    hour: "الساعة الأخيرة، كل خمس دقائق",
    day: "اليوم الأخير، كل ساعة",
    week: "الأسبوع الأخير، كل ست ساعات",
    "30-days": "آخر 30 يومًا، كل يوم (UTC)",
    "90-days": "آخر 90 يومًا، كل يوم (UTC)",
    "13-months": "آخر 13 شهرًا، كل أسبوع",
    days: "المدة المختارة",
  },
  minutes: "الساعة الأخيرة، كل دقيقة",
  requests: "الطلبات",
  allRejected: "المرفوضة",
  unauthenticated: {
    title: "غير مثبتة",
    count: (count) => `${numbers.format(count)} غير مثبتة`,
  },
  changes: {
    hour: changeTo("الساعة السابقة"),
    day: changeTo("اليوم السابق"),
    week: changeTo("الأسبوع السابق"),
    "30-days": changeTo("الأيام الثلاثين السابقة"),
    "90-days": changeTo("الأيام التسعين السابقة"),
    days: changeTo("المدة السابقة"),
  },
  table: "عرض الأرقام",
  time: "من",
  total: "المجموع",
  greatest: "الأعلى",
  changed: "التغييرات",
  verified: "مقبولة",
  issued: "رموز مميّزة صادرة",
  before: {
    hour: "الساعة السابقة",
    day: "اليوم السابق",
    week: "الأسبوع السابق",
    "30-days": "قبل 30 يومًا",
    "90-days": "قبل 90 يومًا",
    days: "المدة السابقة",
  },
  summary: (requests, rejected) =>
    rejected === 0
      ? `${inRequests(requests)}، ولم يُرفض منها شيء.`
      : `${inRequests(requests)}، رُفض منها ${share.format(rejected / requests)}.`,
  busiest: (count) => `بلغت ذروتها ${inRequests(count)}، بدءًا من`,
  highest: (count) => `بلغت الذروة ${count}، بدءًا من`,
  maxUsers: "أكثر المستخدمين في يوم",
  closestLimit: "أقرب حد",
  byOperation: {
    title: "حسب العملية",
    operation: "العملية",
    peak: "ذروة الحد",
    closest: { clock: "الأقرب في", "day-and-clock": "الأقرب في", day: "الأقرب في" },
  },
  days: {
    title: "الأيام",
    from: "من",
    to: "إلى",
    notShown: "لا يمكن عرض هذه الأيام.",
    problems: {
      "not-a-day": "يُرجى إدخال يوم، مثل 2026-05-01.",
      order: "يُرجى اختيار يوم لا يسبق اليوم الأول.",
      future: "يُرجى اختيار اليوم (UTC) أو يوم سابق.",
      "not-kept": `يُرجى اختيار يوم من آخر ${daysKept} يوم. لا تُحفظ الأرقام الأقدم.`,
    },
    show: "عرض الأيام",
    utc: `تبدأ الأيام وتنتهي بتوقيت UTC. تُحفظ أرقام الساعات ${hoursKeptDays} يومًا، وأرقام الأيام 13 شهرًا.`,
  },
  csv: "تنزيل CSV",
  why: {
    title: "أسباب الرفض",
    reason: "السبب",
    share: "النسبة",
    percent: (part) => share.format(part),
    others: (count) => `أسباب أخرى (${numbers.format(count)})`,
    reasons: {
      32: "مفتاح أو توقيع أو سرّ أو رمز تحقق خاطئ",
      34: "المسار أو الطريقة غير موجودة",
      64: "الحساب موقوف",
      87: "شبكة غير مسموح بها",
      88: "استُنفد الحد",
      89: "رمز مميّز غير معروف أو منتهي الصلاحية أو مسحوب",
      92: "أُرسل عبر http دون تشفير",
      99: "طُلب الرمز المميّز مرات أكثر من اللازم",
      130: "الخدمة مشغولة",
      131: "خطأ في الخدمة",
      135: "الوقت خارج الحدود",
      170: "grant_type ناقص أو غير مدعوم",
      215: "طلب ناقص أو غير سليم",
      220: "نوع رمز مميّز غير مناسب",
      251: "أُوقف",
      261: "لا توجد صلاحية الكتابة",
      348: "رمز مميّز ليس لمالك التطبيق",
      415: `${latin("callback URL")} غير مسجل`,
      416: "التطبيق موقوف أو بلا موافقة",
      417: `لا يوجد ${latin("callback URL")}، والقيمة ليست ${latin("oob")}`,
    },
  },
  whatTheyAre:
    "المقبولة هي الطلبات التي صحّت بيانات اعتمادها، ومنها طلبات الرموز المميّزة. أما المرفوضة فهي طلبات ذكرت هذا التطبيق وفشلت. وغير المثبتة منها لم تثبت أنها من هذا التطبيق: يمكن لأي شخص يعرف consumer key إرسالها.",
  failedAuthentications: {
    title: "طلبات بلا مصادقة",
    none: "لم يفشل أي توقيع أو سرّ منذ تشغيل هذا الخادم.",
    anybody:
      "يمكن لأي شخص يعرف consumer key أن يسببها. يحتفظ كل خادم بأحدثها في الذاكرة حتى يُعاد تشغيله.",
    when: "الوقت",
    cause: "السبب",
    operation: "العملية",
    api: "واجهتك البرمجية",
    causes: {
      signature: {
        what: "توقيع خاطئ",
        advice: "تلزم مقارنة النص الأساسي والأسرار بما في برنامجك.",
      },
      secret: {
        what: "consumer secret خاطئ",
        advice: "يلزم استخدام السرّ الحالي أو إنشاء سرّ جديد.",
      },
      token: { what: "رمز مميّز غير معروف", advice: "سُحب أو انتهت صلاحيته أو هو لتطبيق آخر." },
      clock: { what: "الوقت خارج الحدود", advice: "يلزم ضبط ساعة الجهاز الذي يوقّع." },
      nonce: {
        what: "قيمة nonce مستخدمة من قبل",
        advice: "يلزم إنشاء قيمة جديدة لكل طلب، حتى عند إعادة المحاولة.",
      },
    },
  },
  none: "لم تصل طلبات في هذه المدة.",
  noneAdvice: "بعد أي تجربة يمكنك العودة إلى هنا: تظهر الطلبات الجديدة فورًا.",
  limits: {
    title: "حدود الطلبات الآن",
    what: "كم بقي لهذا التطبيق من الطلبات حتى يبدأ العدّ من جديد. لا تظهر الحدود التي تُحسب لكل مستخدم على حدة.",
    plan: (plan) => `خطته ${latin(plan)}.`,
    off: "حدود الطلبات متوقفة.",
    operation: "العملية",
    remaining: "المتبقي",
    of: (remaining, limit) => `${numbers.format(remaining)} من ${numbers.format(limit)}`,
    almostUsedUp: "أوشك على النفاد",
    usedUp: "نفد",
    resetsAt: "يتجدد في",
    reset: (at) => timeFormat.format(at),
  },
  step: {
    clock: (at) => timeFormat.format(at),
    "day-and-clock": (at) => dayAndTimeFormat.format(at),
    day: (at) => dayFormat.format(at),
  },
  number: (count) => numbers.format(count),
};

const timeFormat = timesIn(locale, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

const dayFormat = timesIn(locale, { month: "short", day: "numeric", timeZone: "UTC" });

const dayAndTimeFormat = timesIn(locale, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

function changeTo(period: string): (count: number, before: number) => string {
  return (count, before) => {
    if (count === before) return `كما في ${period}`;
    if (before === 0) return `لا شيء في ${period}`;
    const change = (count - before) / before;
    return change > 0
      ? `أكثر بنسبة ${percent.format(Math.abs(change))} من ${period}`
      : `أقل بنسبة ${percent.format(Math.abs(change))} من ${period}`;
  };
}

const percent = numbersIn(locale, { style: "percent", maximumFractionDigits: 0 });

const share = numbersIn(locale, { style: "percent", maximumSignificantDigits: 2 });
