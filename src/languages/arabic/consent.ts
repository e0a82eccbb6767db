import { sentence } from "../sentence.ts";
import type {
  CancelledTexts,
  ConsentTexts,
  InvalidRequestTexts,
  PinTexts,
} from "../texts/consent.ts";
import { inMinutes } from "./dates.ts";

export const consent: ConsentTexts = {
  changedRecently: {
    what: "تغيّر هذا التطبيق مؤخرًا.",
    advice:
      "اسمه أو أيقونته أو موقعه أو مالكه ليس كما كان قبل أسبوع. لا تتابع إلا إذا كنت تتوقع ذلك.",
  },
  applicationLinks: { terms: "الشروط", privacy: "الخصوصية", support: "الدعم" },
  title: (application) => sentence`السماح للتطبيق ${application}`,
  by: (owner) => sentence`من ${owner}`,
  wantsToUse: (application, service) => sentence`يطلب ${application} استخدام حسابك في ${service}`,
  switchAccount: "تبديل الحساب",
  able: "سيتمكن من",
  notAble: "لن يتمكن من",
  permissions: {
    "read-account": "قراءة ملفك الشخصي وكل ما يمكنك رؤيته",
    "change-account": "النشر وإجراء التغييرات نيابةً عنك",
    "see-email": "رؤية عنوان بريدك الإلكتروني",
    "see-password": "رؤية كلمة مرورك",
    "change-sign-in": "تغيير عنوان بريدك الإلكتروني أو طريقة تسجيل دخولك",
  },
  newApplication: {
    what: "هذا التطبيق جديد.",
    advice: "لم يستخدمه حتى الآن سوى القليل. تُستحسن الموافقة فقط عند الثقة بمن أرسلك إلى هنا.",
  },
  mixedAlphabets: {
    what: "يخلط هذا الاسم حروفًا متشابهة من أبجديات مختلفة.",
    advice: "ربما يقلّد اسمًا آخر. يُرجى التحقق من المالك والموقع الإلكتروني.",
  },
  allow: "السماح للتطبيق",
  deny: "إلغاء",
  toWeb: (host) => sentence`سيتم نقلك إلى ${host}.`,
  toApp: (scheme) => sentence`سيتم نقلك إلى التطبيق الذي يفتح ${scheme} على جهازك.`,
  toPin: (application) => sentence`سيظهر لك رمز لكتابته في ${application}.`,
  takeBack: "يمكنك سحب هذا الإذن في أي وقت:",
  takeBackInAccount: "حسابك",
};

export const pin: PinTexts = {
  title: (application) => sentence`رمزك للتطبيق ${application}`,
  howTo: (application) => sentence`للإتمام، يُرجى كتابة هذا الرمز في ${application}.`,
  label: "رمزك",
  lives: (minutes) => `يصلح مرة واحدة، خلال ${inMinutes(minutes)}.`,
  timeLeft: "الوقت المتبقي:",
  expired: "انتهت صلاحية هذا الرمز. يُرجى الرجوع إلى التطبيق والبدء من جديد.",
  ownDevice: (application) =>
    sentence`يُكتب هذا الرمز في ${application} فقط، على جهازك أنت، وبشرط أن يكون الطلب منك.`,
  nobodyAsks: (service) => sentence`لن يطلبه منك أحد من ${service} أبدًا.`,
};

export const cancelled: CancelledTexts = {
  title: "تم الإلغاء",
  meaning: (application) => sentence`لم يُمنح ${application} إذنًا بالوصول إلى حسابك.`,
  advice: "يمكنك إغلاق هذه الصفحة.",
};

export const invalidRequest: InvalidRequestTexts = {
  missing: {
    happened: "هذا العنوان غير مكتمل",
    meaning: "لا يذكر التطبيق الذي أرسلك، فلا شيء هنا يحتاج إلى قرار.",
    advice: "يُرجى العودة إلى التطبيق والبدء من جديد.",
  },
  expired: {
    happened: "لم يعد هذا الطلب صالحًا",
    meaning: "طال الوقت، أو استُخدم الطلب من قبل، أو لم يصدر عنا أصلًا. لم تُشارَك أي بيانات.",
    advice: "يُرجى العودة إلى التطبيق والبدء من جديد.",
  },
  answered: {
    happened: "سبق الرد على هذا الطلب",
    meaning: "لكل طلب رد واحد، وهذا الطلب تم الرد عليه.",
    advice: "إن لم تكتمل العملية، فيُرجى العودة إلى التطبيق والبدء من جديد.",
  },
  desktop: {
    happened: "لا يمكن لهذا التطبيق تسجيل دخولك هنا",
    meaning: "ليس موقعًا إلكترونيًا، ويحتاج إلى رمز يُكتب فيه يدويًا.",
    advice: "يُرجى المتابعة إلى الصفحة التي تعرض ذلك الرمز.",
  },
  continueToAuthorize: "متابعة",
};
