import { sentence } from "../sentence.ts";
import type { AdminTexts } from "../texts/admin.ts";
import { numbers } from "./counts.ts";
import { inMinutes } from "./dates.ts";
import { latin } from "./latin.ts";

export const admin: AdminTexts = {
  search: {
    submit: "بحث",
    suspendedOnly: "الموقوفة فقط",
    none: "لم يُعثر على شيء.",
    noneAdvice: "يُرجى التحقق من الكتابة، أو البحث بنص أقصر: الحقل الفارغ يعرض الكل.",
  },
  states: { active: "نشط", suspended: "موقوف", operator: "فريق التشغيل" },
  yes: "نعم",
  no: "لا",
  nothing: "—",
  id: "الرقم",
  name: "الاسم",
  state: "الحالة",
  made: "تاريخ الإنشاء",
  whatHappened: "ما حدث هنا",
  notDone: "لم يتغير شيء.",
  people: {
    title: "الأشخاص",
    label: "البحث عن أشخاص",
    hint: "بداية اسم مستخدم، أو عنوان بريد إلكتروني كامل، أو رقم.",
    screenName: "اسم المستخدم",
  },
  person: {
    title: (user) => sentence`الشخص: ${user}`,
    email: "عنوان البريد الإلكتروني",
    sessions: "الجلسات المفتوحة",
    atLeast: (count) => `${numbers.format(count)} أو أكثر`,
    applications: "التطبيقات",
    noApplications: "لا توجد تطبيقات لهذا الشخص.",
    moreApplications: "يوجد أكثر مما هو مذكور هنا.",
    access: "تسجيل الدخول",
    accessHint:
      "إن كان من المحتمل أن غير صاحب الحساب يستخدمه، فيُستحسن تسجيل خروجه من كل مكان وإنشاء رابط لكلمة مرور جديدة.",
    endSessions: "تسجيل الخروج من كل مكان",
    endOtherSessions: "تسجيل الخروج من كل مكان آخر",
    makeLink: "إنشاء الرابط",
    linkHint: (minutes) =>
      `من يفتح الرابط يختار كلمة المرور، مرة واحدة، خلال ${inMinutes(minutes)}. لا يُعطى الرابط إلا لهذا الشخص.`,
    link: {
      title: "رابط لكلمة مرور جديدة",
      shownOnce: (user) => sentence`لأجل ${user}. يظهر هذه المرة فقط، فيُرجى نسخه الآن.`,
    },
    operator: {
      title: "فريق التشغيل",
      hint: "يرى فريق التشغيل هذه الصفحات: يمكنه إيقاف أي شخص، ومنح صلاحيات التشغيل لغيره.",
      make: "منح صلاحيات التشغيل",
      unmake: "سحب صلاحيات التشغيل",
    },
    yourself:
      "هذا حسابك. يمكن لغيرك من فريق التشغيل إيقافك أو سحب صلاحياتك، ولا يمكنك ذلك بنفسك، كي يبقى دائمًا من يشغّل الخدمة.",
    done: {
      suspended: "تم الإيقاف. بدءًا من الطلب التالي لا يعمل شيء من هذا الحساب.",
      restored: "تمت إعادة التفعيل. يعمل كل شيء من جديد كما كان.",
      "operator-made": "صار هذا الشخص من فريق التشغيل.",
      "operator-unmade": "لم يعد هذا الشخص من فريق التشغيل.",
      "sessions-ended": "تم تسجيل الخروج من كل مكان.",
    },
  },
  suspension: {
    title: "الإيقاف",
    hint: {
      person:
        "يتوقف تسجيل الدخول ورموز الوصول ووصول التطبيقات إلى هذا الحساب عند الطلب التالي. لا يُحذف شيء.",
      application: "تُرفض كل طلبات هذا التطبيق بدءًا من الطلب التالي. لا يُحذف شيء.",
    },
    reason: "السبب",
    reasonHint: {
      person: "يقرؤه الشخص بعد كتابة كلمة المرور الصحيحة. حتى 200 حرف.",
      application: "يقرؤه المالك في بوابة المطوّرين. حتى 200 حرف.",
    },
    problems: {
      missing: "يُرجى ذكر السبب، فهو ما يقرؤه المعنيون.",
      "too-long": "لا يزيد السبب على 200 حرف، في سطر واحد.",
    },
    suspend: "إيقاف",
    because: (reason) => sentence`سبب الإيقاف: ${reason}`,
    restoreHint: "يعمل فورًا كل ما كان يعمل من قبل.",
    restore: "إعادة التفعيل",
  },
  applications: {
    title: "التطبيقات",
    label: "البحث عن تطبيقات",
    hint: `بداية اسم، أو ${latin("consumer key")}، أو رقم.`,
    owner: "المالك",
  },
  application: {
    title: (application) => sentence`التطبيق: ${application}`,
    consumerKey: "Consumer key",
    website: "الموقع الإلكتروني",
    description: "الوصف",
    access: "الوصول",
    levels: { read: "قراءة", write: "قراءة وكتابة" },
    callbacks: "عناوين العودة (callback URLs)",
    noCallbacks: "لا يوجد: يستخدم رموز PIN",
    signIn: "تسجيل دخول الأشخاص دون سؤالهم من جديد",
    requestEmail: "طلب عناوين البريد الإلكتروني",
    secretSet: "تاريخ تعيين السرّ",
    grants: "من سمحوا له",
    limits: {
      title: "الحدود",
      hint: "عدد الطلبات في 15 دقيقة. الحقل الفارغ يعني الحد المعتاد، ويسري التغيير بدءًا من الطلب التالي.",
      off: "أوقفت الإعدادات كل الحدود، فلا يُحسب أيٌّ منها الآن.",
      operation: "العملية",
      usual: "المعتاد",
      own: "هذا التطبيق",
      ownFor: (operation) => `حد ${latin(operation)} لهذا التطبيق`,
      problem: "الحد عدد صحيح من 1 إلى 1,000,000.",
      save: "حفظ الحدود",
    },
    done: {
      suspended: "تم الإيقاف. بدءًا من الطلب التالي لا يعمل شيء من هذا التطبيق.",
      restored: "تمت إعادة التفعيل. يعمل كل شيء من جديد كما كان.",
      "limits-changed": "تم حفظ الحدود.",
    },
  },
};
