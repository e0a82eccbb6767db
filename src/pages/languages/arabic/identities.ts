import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";

export const identities: Texts["identities"] = {
  signInWith: (provider) => sentence`تسجيل الدخول عبر ${provider}`,
  or: "أو",
  leading: {
    title: "جارٍ التحويل…",
    what: (provider) => sentence`يجري نقلك إلى ${provider}.`,
    goOn: "متابعة",
  },
  problems: {
    unreachable: {
      happened: "طريقة تسجيل الدخول هذه غير متاحة الآن",
      meaning: (provider) => sentence`لم يُجب ${provider}. لم يتم تسجيل دخولك.`,
      advice: "يُرجى المحاولة مرة أخرى بعد بضع دقائق.",
    },
    rejected: {
      happened: "لم يسجّل مزوّد الهوية دخولك",
      meaning: (provider) => sentence`كانت إجابة ${provider} خطأً.`,
      advice: "إن تكرر ذلك، فيمكنك سؤال المسؤول.",
    },
    canceled: {
      happened: "لم يتم تسجيل دخولك",
      meaning: (provider) => sentence`أُلغي تسجيل الدخول لدى ${provider}.`,
    },
    invalid: {
      happened: "تعذّر التحقق من تسجيل دخولك",
      meaning: (provider) => sentence`ما أرسله ${provider} غير صالح، لذلك لم يتم تسجيل دخولك.`,
      advice: "إن تكرر ذلك، فيمكنك سؤال المسؤول.",
    },
    stale: {
      happened: "انتهت صلاحية تسجيل الدخول هذا",
      meaning: (provider) =>
        sentence`بدأ تسجيل الدخول عبر ${provider} في متصفح آخر، أو استغرق أكثر من 10 دقائق، أو سبق استخدامه. لم يتم تسجيل دخولك.`,
    },
    "no-account": {
      happened: "ليس لديك حساب هنا",
      meaning: (provider) => sentence`يعرفك ${provider}، لكن لا حساب في هذه الخدمة مرتبط بك.`,
      advice: "إن احتجت إلى حساب، فيمكنك سؤال المسؤول.",
    },
    changed: {
      happened: "تغيّر حسابك في هذه الأثناء",
      meaning: (provider) =>
        sentence`تغيّر أثناء تسجيل دخولك عبر ${provider}، لذلك لم يتم تسجيل دخولك هنا.`,
    },
    "other-user": {
      happened: "سجّلت الدخول باسم مستخدم آخر",
      meaning: (provider) =>
        sentence`هويتك لدى ${provider} غير مرتبطة بالحساب الذي تستخدمه. لم يتغيّر شيء.`,
      advice: "يُرجى الرجوع وتسجيل الدخول بالهوية المرتبطة بحسابك.",
    },
  },
  tryAgain: "المحاولة مرة أخرى",
  goBack: "الرجوع",
  otherWays: "العودة إلى تسجيل الدخول",
  first: {
    title: "مرحبًا بك",
    what: (provider) => sentence`سجّلت الدخول عبر ${provider}. لا حساب هنا مرتبط بتلك الهوية بعد.`,
    screenNameHint: "حروف من A إلى Z وأرقام وشرطات سفلية ونقاط وشرطات، حتى 64 حرفًا.",
    linkTitle: "هل لديك حساب؟",
    linkHint: "يمكنك تسجيل الدخول إليه كالمعتاد ثم ربطه.",
    linkSubmit: "تسجيل الدخول والربط",
    noAccount: "إن لم يكن لديك حساب، فيمكنك سؤال المسؤول.",
    noPassword: "لا تحتاج إلى كلمة مرور: يكون تسجيل دخولك كما فعلت الآن.",
  },
  confirm: {
    title: "ربط حسابك",
    what: (provider, who, user) => sentence`هل تريد ربط ${who} لدى ${provider} بحسابك ${user}؟`,
    meaning: "كل من يستطيع تسجيل الدخول بتلك الهوية يمكنه بعد ذلك تسجيل الدخول إلى هذا الحساب.",
    endsSessions: "يُنهي هذا دخولك في كل مكان آخر.",
    submit: "ربط",
    notNow: "ليس الآن",
  },
  account: {
    title: "الهويات المرتبطة",
    what: "يمكنك تسجيل الدخول إلى هذا الحساب عبر مزوّد هوية بدلًا من كلمة مرور.",
    none: "لا هوية مرتبطة بهذا الحساب.",
    linkedOn: "تاريخ الربط:",
    goneProvider: "لم تعد هذه الخدمة تتيح هذا المزوّد.",
    linkTitle: "ربط هوية",
    link: (provider) => sentence`ربط ${provider}`,
    linkHint: "تسجّل الدخول لدى مزوّد الهوية، ثم تعود إلى هنا للتأكيد.",
    unlink: "فكّ الربط",
    unlinkHint: "فكّ ربط هوية يُنهي دخولك في كل مكان آخر.",
    lastSignInMethod: "هذه هي الطريقة الوحيدة لتسجيل الدخول إلى حسابك، لذلك لا يمكنك فكّ ربطها.",
    notDone: "لم يتغيّر شيء.",
    done: {
      linked: "تم ربط الهوية.",
      unlinked: "لم تعد الهوية مرتبطة.",
    },
    problems: {
      taken: "الهوية مرتبطة بحساب آخر.",
      "too-many": "بلغ حسابك أكبر عدد من الهويات المرتبطة. يُرجى فكّ ربط واحدة أولًا.",
      "last-sign-in-method":
        "هذه هي الطريقة الوحيدة لتسجيل الدخول إلى حسابك. يُرجى ربط هوية أخرى أولًا.",
      changed: "انتهت صلاحية تسجيل الدخول لدى مزوّد الهوية. يُرجى البدء من جديد.",
    },
  },
  noPassword: {
    what: "ليس لحسابك كلمة مرور.",
    advice: "تسجّل الدخول عبر مزوّد هوية.",
  },
  passwordsOff: {
    happened: "تسجيل الدخول بكلمة المرور غير مفعّل",
    meaning: "يسجّل الجميع الدخول عبر مزوّد هوية.",
    advice: "إن تعذّر عليك ذلك، فيمكنك سؤال المسؤول.",
  },
  signOut: {
    title: "تم تسجيل خروجك هنا",
    what: (provider) => sentence`يجري نقلك إلى ${provider} لتسجيل خروجك هناك أيضًا.`,
    goOn: "متابعة",
    stay: "العودة إلى تسجيل الدخول",
  },
  admin: {
    title: "الهويات المرتبطة",
    none: "لا هوية مرتبطة.",
    hint: "يمكن لهذا المستخدم تسجيل الدخول بها. إزالة واحدة تُنهي كل جلساته.",
    remove: "إزالة",
  },
};
