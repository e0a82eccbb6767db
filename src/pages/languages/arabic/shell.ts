import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";
import { latin } from "./latin.ts";

export const shell: Texts["shell"] = {
  areasLabel: "التنقل الرئيسي",
  admins: "المسؤول",
  crumbs: "مسار التنقل",
  menu: "القائمة",
  groups: { security: "الأمان", you: "بياناتك", directory: "الدليل", service: "الخدمة" },
  skip: "الانتقال إلى المحتوى",
  problem: (title) => `خطأ: ${title}`,
  checkMarked: "يُرجى مراجعة الحقول المبيّنة أدناه.",
  areas: { account: "الحساب", portal: "بوابة المطوّرين", admin: "الإدارة" },
  sections: {
    account: {
      overview: "نظرة عامة",
      applications: "التطبيقات",
      signIn: "طرق تسجيل الدخول",
      profile: "الملف الشخصي",
      sessions: "الجلسات",
      notifications: "الإشعارات",
      events: "الأحداث",
    },
    portal: { applications: "التطبيقات", invitations: "الدعوات", docs: "التوثيق" },
    admin: {
      overview: "نظرة عامة",
      users: "المستخدمون",
      applications: "التطبيقات",
      invitations: "الدعوات",
      apiKeys: `مفاتيح ${latin("API")}`,
      audit: "سجل التدقيق",
      plans: "الخطط",
      bulkActions: "الإجراءات الجماعية",
      sunsets: "الإيقاف التدريجي",
      settings: "الإعدادات",
    },
  },
  signedInAs: (user) => sentence`تم تسجيل الدخول باسم ${user}`,
  signOut: "تسجيل الخروج",
  nextPage: "الصفحة التالية",
  previousPage: "الصفحة السابقة",
  language: "اللغة",
  theme: { title: "المظهر", names: { system: "النظام", light: "فاتح", dark: "داكن" } },
  timeZone: {
    title: "المنطقة الزمنية",
    label: "الأوقات في كل الصفحات",
    browser: "منطقة المتصفح",
    hint: `من دون ${latin("JavaScript")} لا تُعرف منطقة المتصفح، فتظهر الأوقات بتوقيت ${latin("UTC")}. أيام الاستخدام بتوقيت ${latin("UTC")} دائمًا.`,
    submit: "حفظ",
    cancel: "إلغاء",
  },
  script: {
    copies: {
      accessToken: "نسخ رمز الوصول",
      accessTokenSecret: "نسخ سرّ رمز الوصول",
      apiKey: "نسخ مفتاح API",
      baseString: "نسخ النص الأساسي",
      bearerToken: "نسخ رمز الحامل",
      command: "نسخ الأمر",
      consumerKey: "نسخ المفتاح (consumer key)",
      consumerSecret: "نسخ السرّ (consumer secret)",
      environment: "نسخ متغيرات البيئة",
      key: "نسخ المفتاح",
      link: "نسخ الرابط",
      message: "نسخ الرسالة",
      pin: "نسخ رمز PIN",
      program: "نسخ البرنامج",
      recoveryCodes: "نسخ رموز الاسترداد",
      request: "نسخ الطلب",
      settings: "نسخ الإعدادات",
    },
    copied: "تم النسخ",
    download: "الحفظ في ملف",
    showPassword: "إظهار كلمة المرور",
  },
  reauthentication: {
    code: "الرمز",
    whyCode: "يُرجى إدخال رمز من تطبيق المصادقة، أو رمز استرداد، للتأكد من هويتك.",
    whyProvider:
      "يُرجى تأكيد هويتك بتسجيل الدخول من جديد عبر مزوّد الهوية. يُفقد ما كتبته في هذه الصفحة.",
    confirmWith: (provider) => sentence`تأكيد عبر ${provider}`,
    password: "كلمة المرور الحالية",
    why: "مضى بعض الوقت على تسجيل دخولك، لذلك نطلب تأكيد هويتك.",
    problems: {
      "missing-provider": "يُرجى التأكيد لدى مزوّد الهوية أولًا.",
      "missing-code": "يُرجى إدخال رمز للمتابعة.",
      "wrong-code": "هذا الرمز غير صحيح.",
      "used-code": "هذا الرمز سبق استخدامه. يُرجى انتظار التالي.",
      "wrong-passkey": "لم يُقبل مفتاح المرور هذا. يُرجى المحاولة مرة أخرى أو إدخال رمز.",
      "late-passkey": "بقيت هذه الصفحة مفتوحة مدة طويلة. يُرجى المحاولة مرة أخرى.",
      "counter-back-passkey": "لم يُقبل مفتاح المرور هذا، فقد تكون هناك نسخة منه. يُرجى إدخال رمز.",
      missing: "للمتابعة، يُرجى كتابة كلمة المرور.",
      wrong: "هذه ليست كلمة مرورك. الأحرف الكبيرة تختلف عن الصغيرة.",
      "too-many": (minutes) =>
        `محاولات كثيرة جدًا. يمكنك المحاولة مرة أخرى بعد ${inMinutes(minutes)}.`,
      busy: "الخدمة مشغولة. يُرجى الانتظار بضع ثوانٍ ثم المحاولة مرة أخرى.",
    },
  },
};

export const home: Texts["home"] = {
  title: "مرحبًا بك",
  what: (service) =>
    sentence`بحسابك في ${service} تسجّل الدخول إلى التطبيقات، وتقرر ما يمكن لكل منها فعله نيابةً عنك.`,
  signUp: "إنشاء حساب",
  developers: "للمطوّرين",
  developersHint: "لإنشاء التطبيقات والحصول على مفاتيحها وتجربتها.",
  portal: "فتح بوابة المطوّرين",
};

export const resubmitForm: Texts["resubmitForm"] = {
  kinds: {
    signedIn: {
      happened: "إرسال هذا النموذج مرة أخرى؟",
      meaning: "فُتح النموذج قبل آخر تسجيل دخول، لذلك لم يُقبل. لم يتغير شيء.",
      advice:
        "ما كُتب فيه محفوظ في هذه الصفحة، ما عدا كلمات المرور والرموز. إذا كان هذا هو الحساب الصحيح، يُرجى إرساله مرة أخرى.",
    },
    signedOut: {
      happened: "انتهت جلستك",
      meaning: "انتهت الجلسة قبل إرسال النموذج. لم يتغير شيء.",
      advice:
        "ما كُتب فيه محفوظ في هذه الصفحة، ما عدا كلمات المرور والرموز. يُرجى فتح تسجيل الدخول في علامة تبويب جديدة، ثم العودة إلى هذه الصفحة وإرسال النموذج مرة أخرى.",
    },
  },
  signIn: "فتح تسجيل الدخول في علامة تبويب جديدة",
  send: "إرسال مرة أخرى",
};

export const email: Texts["email"] = {
  verify: {
    title: "تأكيد عنوان بريدك الإلكتروني",
    belongs: (address, user) => sentence`أدخل أحدهم ${address} عنوانَ بريد إلكتروني للحساب ${user}.`,
    meaning:
      "يُرجى التأكيد فقط إن كان هذا الحساب لك. بعد ذلك تعدّه التطبيقات التي يمكنها رؤيته عنوانًا موثوقًا.",
    submit: "تأكيد هذا العنوان",
  },
  verified: {
    title: "تم تأكيد عنوان البريد الإلكتروني",
    meaning: "لا تراه التطبيقات إلا بإذنك.",
  },
  gone: {
    happened: "لم يعد هذا الرابط يعمل",
    meaning: "سبق استخدامه، أو مضى عليه أكثر من يوم، أو تغير عنوان الحساب. لم يتغير شيء.",
    advice: "يُظهر ملفك الشخصي هل العنوان مؤكد، ويمكنك منه طلب رابط جديد.",
  },
  toProfile: "الانتقال إلى ملفك الشخصي",
};

export const legal: Texts["legal"] = {
  support: "الدعم",
  terms: "الشروط",
  privacy: "الخصوصية",
};
