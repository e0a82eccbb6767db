import { sentence } from "../sentence.ts";
import type { ShellTexts } from "../texts/shell.ts";
import { inMinutes } from "./dates.ts";

export const shell: ShellTexts = {
  areasLabel: "الأقسام",
  operators: "القائمين على هذه الخدمة",
  skip: "الانتقال إلى المحتوى",
  problem: (title) => `مشكلة: ${title}`,
  areas: { account: "الحساب", portal: "بوابة المطوّرين", admin: "التشغيل" },
  sections: {
    account: {
      applications: "التطبيقات",
      profile: "الملف الشخصي",
      password: "كلمة المرور",
      twoStep: "التحقق بخطوتين",
      identities: "الهويات المرتبطة",
      passkeys: "مفاتيح المرور",
      sessions: "الجلسات",
      notifications: "الإشعارات",
      events: "الأحداث",
    },
    portal: { applications: "التطبيقات", invitations: "الدعوات", docs: "التوثيق" },
    admin: {
      overview: "نظرة عامة",
      people: "الأشخاص",
      applications: "التطبيقات",
      invitations: "الدعوات",
      audit: "سجل التدقيق",
      settings: "الإعدادات",
    },
  },
  signedInAs: (user) => sentence`تم تسجيل الدخول باسم ${user}`,
  signOut: "تسجيل الخروج",
  nextPage: "الصفحة التالية",
  previousPage: "الصفحة السابقة",
  language: "اللغة",
  script: {
    copy: "نسخ",
    copied: "تم النسخ",
    download: "الحفظ في ملف",
    showPassword: "إظهار كلمة المرور",
  },
  proof: {
    code: "الرمز",
    whyCode: "يُرجى إدخال رمز من تطبيق المصادقة، أو رمز استرداد، للتأكد من هويتك.",
    whyProvider: "يُرجى تأكيد هويتك بتسجيل الدخول هناك. يُفقد ما كتبته في هذه الصفحة.",
    confirmWith: (provider) => sentence`تأكيد عبر ${provider}`,
    password: "كلمة المرور",
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
