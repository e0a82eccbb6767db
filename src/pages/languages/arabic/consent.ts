import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const consent: Texts["consent"] = {
  before: "قبل المتابعة",
  changedRecently: {
    what: "تغيّر هذا التطبيق مؤخرًا.",
    advice:
      "تغيّر اسمه أو أيقونته أو موقعه أو مالكه خلال آخر 7 أيام. يجب عدم المتابعة إلا إن كان ذلك متوقعًا لديك.",
  },
  applicationLinks: { terms: "الشروط", privacy: "الخصوصية", support: "الدعم" },
  title: (application) => sentence`السماح للتطبيق ${application}`,
  by: (owner) => sentence`من ${owner}`,
  wantsToUse: (application, service) => sentence`يطلب ${application} استخدام حسابك في ${service}`,
  ownersWords: "ما يقوله المالك:",
  switchAccount: "تبديل الحساب",
  able: "سيتمكن من",
  notAble: "لن يتمكن من",
  permissions: {
    "read-account": "قراءة ملفك الشخصي وأي محتوى يمكنك رؤيته",
    "change-account": "النشر وإجراء التغييرات نيابةً عنك",
    "see-email": "رؤية عنوان بريدك الإلكتروني",
    "see-password": "رؤية كلمة مرورك",
    "change-sign-in": "تغيير عنوان بريدك الإلكتروني أو طريقة تسجيل دخولك",
  },
  newApplication: {
    what: "هذا التطبيق جديد.",
    advice:
      "لم يستخدمه حتى الآن سوى عدد قليل من المستخدمين. يجب عدم المتابعة إلا عند الثقة بالموقع أو التطبيق الذي أرسلك إلى هنا.",
  },
  mixedAlphabets: {
    what: "يخلط هذا الاسم حروفًا متشابهة من أبجديات مختلفة.",
    advice: "ربما يقلّد اسمًا آخر. يُرجى التحقق من المالك والموقع الإلكتروني.",
  },
  allow: (user) => sentence`السماح باسم ${user}`,
  deny: "إلغاء",
  toWeb: (host) => sentence`سيتم نقلك إلى ${host}.`,
  toApp: (scheme) => sentence`سيتم نقلك إلى التطبيق الذي يفتح ${scheme} على جهازك.`,
  toPin: (application) => sentence`سيظهر لك رمز لكتابته في ${application}.`,
  takeBack: "يمكنك سحب هذا الوصول في أي وقت:",
  takeBackInAccount: "حسابك",
};

export const pin: Texts["pin"] = {
  title: (application) => sentence`رمزك للتطبيق ${application}`,
  howTo: (application) => sentence`للإتمام، يُرجى كتابة هذا الرمز في ${application}.`,
  label: "رمزك",
  lives: (minutes) => `يعمل مرة واحدة، وتنتهي صلاحيته بعد ${inMinutes(minutes)}.`,
  timeLeft: "يعمل مرة واحدة. الوقت المتبقي:",
  expired: "انتهت صلاحية هذا الرمز. يُرجى الرجوع إلى التطبيق والبدء من جديد.",
  ownDevice: (application) =>
    sentence`يُكتب هذا الرمز في ${application} فقط، على جهازك أنت، وبشرط أن يكون الطلب منك.`,
  isUnconditional: (service) => sentence`لن يطلبه منك أحد من ${service} أبدًا.`,
};

export const canceled: Texts["canceled"] = {
  title: "تم الإلغاء",
  meaning: (application) => sentence`لم يُمنح ${application} إذنًا بالوصول إلى حسابك.`,
  advice: "يمكنك إغلاق هذه الصفحة.",
};

export const invalidRequest: Texts["invalidRequest"] = {
  missing: {
    happened: "هذا الرابط غير مكتمل",
    meaning: "لا يذكر التطبيق الذي أرسلك.",
    advice: "يُرجى العودة إلى التطبيق والبدء من جديد.",
  },
  expired: {
    happened: "لم يعد هذا الطلب صالحًا",
    meaning: "انتهت صلاحيته، أو استُخدم من قبل، أو لم يكن موجودًا أصلًا. لم تُشارَك أي بيانات.",
    advice: "يُرجى العودة إلى التطبيق والبدء من جديد.",
  },
  decided: {
    happened: "سبقت الموافقة على هذا الطلب أو إلغاؤه",
    meaning: "تمكن الموافقة على كل طلب أو إلغاؤه مرة واحدة فقط.",
    advice: "إن لم تكتمل العملية، فيُرجى العودة إلى التطبيق والبدء من جديد.",
  },
  desktop: {
    happened: "لا يمكن لهذا التطبيق تسجيل دخولك هنا",
    meaning: "ليس موقعًا إلكترونيًا، ويحتاج إلى رمز يُكتب فيه يدويًا.",
    advice: "يُرجى المتابعة للحصول على الرمز.",
  },
  continueToAuthorize: "متابعة",
};
