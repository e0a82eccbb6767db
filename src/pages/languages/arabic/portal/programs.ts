import { numbersIn } from "../../formats.ts";
import type { Texts } from "../../texts.ts";
import { latin } from "../latin.ts";

export const programs: Texts["portal"]["programs"] = {
  title: "التجربة",
  heading: "البرامج",
  what: "برامج كاملة تقرأ مفاتيح تطبيقك من ملف البيئة الذي حفظته عند إنشائه.",
  apis: {
    title: "عناوين الواجهات البرمجية",
    what: "تصلح بيانات الاعتماد نفسها لاستدعاء الواجهات البرمجية على هذه العناوين. وقّع العنوان الذي تستدعيه.",
  },
  more: {
    pin: "طلب الوصول من مستخدم برمز PIN",
    "sign-in": "تسجيل دخول المستخدمين إلى موقع إلكتروني",
    bearer: "إرسال الطلبات بلا مستخدم",
  },
  withoutLibrary: "بلا مكتبة",
  variables: {
    title: "متغيرات البيئة",
    CONSUMER_SECRET: "سرّ تطبيقك. ظهر مرة واحدة عند إنشائه.",
    ACCESS_TOKEN: "رمز وصول (access token)، كرمزك الخاص لهذا التطبيق.",
    ACCESS_TOKEN_SECRET: "السرّ التابع لرمز الوصول هذا.",
  },
  arrived: {
    waiting: "في انتظار أول طلب من برنامجك…",
    label: "وصل طلبك:",
    open: "عرض الطلب",
    live: {
      ended: "توقّف تحديث هذا السطر بعد 10 دقائق. يستأنفه زر «مباشر».",
      failed: "تعذّر تحديث هذا السطر فتوقّف. يستأنفه زر «مباشر».",
    },
  },
  send: {
    title: "طلب بلا برنامج",
    what: `توقّع الخدمة ${latin("GET account/verify_credentials")} برمز وصولك الخاص وتتحقق منه كما لو أرسله برنامجك. يُحتسب من الحدود ويظهر في «الطلبات».`,
    submit: "إرسال الطلب من هنا",
    noToken: "لإرسال طلب موقَّع من هذه الصفحة، يلزم أولًا إنشاء رمز وصول خاص بك لهذا التطبيق.",
    createToken: "إنشاء رمز وصول",
    response: "الاستجابة:",
    took: (ms) => `خلال ${numberFormat.format(ms)} مللي ثانية`,
  },
  saveAs: (file) => `يُحفظ باسم ${latin(file)} ثم يُشغَّل:`,
};

const numberFormat = numbersIn("ar");
