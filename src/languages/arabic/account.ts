import { sentence } from "../sentence.ts";
import type { AccountTexts } from "../texts/account.ts";
import { inMinutes } from "./dates.ts";
import { latin } from "./latin.ts";

export const account: AccountTexts = {
  titles: {
    applications: "التطبيقات المرتبطة",
    profile: "ملفك الشخصي",
    password: "كلمة مرورك",
    sessions: "أماكن تسجيل دخولك",
    events: "الأحداث الأمنية",
    delete: "حذف حسابك",
  },
  applications: {
    none: "لا يمكن لأي تطبيق استخدام حسابك.",
    noneAdvice: "كل تطبيق سمحت له يظهر هنا، ويمكنك سحب وصوله في أي وقت.",
    whatTheyCan: "يمكن لهذه التطبيقات استخدام حسابك. يسري كل تغيير هنا بدءًا من طلبها التالي.",
    by: (owner) => sentence`من ${owner}`,
    access: {
      read: "يمكنه قراءة ملفك الشخصي وكل ما يمكنك رؤيته.",
      write: "يمكنه القراءة، والنشر وإجراء التغييرات نيابةً عنك.",
    },
    withEmail: "يرى عنوان بريدك الإلكتروني.",
    since: "منذ",
    neverUsed: "لم يُستخدم قط",
    usedToday: "آخر استخدام: اليوم",
    lastUsed: "آخر استخدام:",
    reduce: "قصره على القراءة",
    revoke: "سحب الوصول",
    done: {
      revoked: (application) => sentence`لم يعد بإمكان ${application} الوصول إلى حسابك.`,
      reduced: (application) =>
        sentence`بات بإمكان ${application} القراءة فقط، ولم يعد يستطيع تغيير أي شيء نيابةً عنك.`,
    },
  },
  profile: {
    name: "الاسم",
    nameHint: "ما يقرؤه الناس. حتى 50 حرفًا.",
    screenName: "اسم المستخدم",
    screenNameHint: "يُستخدم لتسجيل الدخول. حروف من A إلى Z وأرقام وشرطات سفلية، حتى 15 حرفًا.",
    email: "عنوان البريد الإلكتروني",
    emailHint: "لا تراه التطبيقات إلا إذا سمحت لها.",
    save: "حفظ الملف الشخصي",
    saved: "تم حفظ ملفك الشخصي.",
    notSaved: "لم يُحفظ شيء.",
    unconfirmed: {
      withMail: {
        what: "عنوان بريدك الإلكتروني غير مؤكد بعد.",
        advice: "لا تراه التطبيقات قبل فتح الرابط المرسل إليه.",
      },
      withoutMail: {
        what: "عنوان بريدك الإلكتروني غير مؤكد بعد.",
        advice: "لا تراه التطبيقات قبل أن يؤكده القائمون على هذه الخدمة.",
      },
      send: "إعادة إرسال الرابط",
      sent: "رابط تأكيد عنوان بريدك الإلكتروني في الطريق. يصلح خلال يوم.",
    },
    problems: {
      "screen-name":
        "يتكون اسم المستخدم من حرف واحد إلى 15 حرفًا (من A إلى Z) أو رقمًا أو شرطة سفلية.",
      taken: "اسم المستخدم هذا غير متاح. يُرجى اختيار اسم آخر.",
      "changed-since":
        "تغيّر اسم المستخدم أو البريد الإلكتروني في مكان آخر منذ فتحت هذه الصفحة. يظهران كما هما الآن. يُرجى مراجعتهما ثم الحفظ من جديد.",
      "too-many-names":
        "تركت ثلاثة أسماء مستخدم خلال آخر 30 يومًا. يمكنك استعادة أحدها أو الانتظار.",
      name: "الاسم أطول من 50 حرفًا. يُرجى اختصاره.",
      email: "هذا ليس عنوان بريد إلكتروني. العنوان يشبه name@host.example.",
    },
  },
  password: {
    current: "كلمة المرور الحالية",
    wanted: "كلمة المرور الجديدة",
    wantedHint: "8 أحرف على الأقل. الطويلة غير المألوفة أفضل من المعقدة.",
    otherSessions: "يبقى دخولك مسجّلًا هنا، وينتهي في كل مكان آخر.",
    change: "تغيير كلمة المرور",
    changed: "تم تغيير كلمة مرورك، وتسجيل خروجك من كل مكان آخر.",
    notChanged: "لم تتغير كلمة مرورك.",
    problems: {
      wrong: "كلمة المرور الحالية غير صحيحة. الأحرف الكبيرة تختلف عن الصغيرة.",
      "too-many": (minutes) =>
        `كانت المحاولات كثيرة. يمكنك المحاولة مرة أخرى بعد ${inMinutes(minutes)}.`,
      busy: "كثيرون يسجّلون الدخول الآن. يُرجى الانتظار بضع ثوانٍ ثم المحاولة مرة أخرى.",
      "too-short": "تحتاج كلمة المرور الجديدة إلى 8 أحرف على الأقل.",
      "too-long": "لا تزيد كلمة المرور الجديدة على 128 حرفًا.",
      "own-name": "يجب ألا تكون كلمة المرور الجديدة اسم المستخدم أو عنوان بريدك الإلكتروني.",
      common: "كلمة المرور الجديدة من أكثر الكلمات شيوعًا. يُرجى اختيار غيرها.",
    },
  },
  sessions: {
    whatTheyAre: "إن وُجدت هنا جلسة ليست لك، فيُرجى إنهاؤها وتغيير كلمة المرور.",
    device: (browser, system) => sentence`${browser} على ${system}`,
    unknownDevice: "متصفح لم يعرّف بنفسه",
    thisOne: "هذا المتصفح",
    address: "تم تسجيل الدخول من",
    lastUsed: "آخر استخدام تقريبًا:",
    end: "تسجيل الخروج هناك",
    endOthers: "تسجيل الخروج من كل مكان آخر",
    done: {
      ended: "تم تسجيل الخروج من ذلك المتصفح. إن لم يكن معروفًا لديك، يُرجى تغيير كلمة المرور.",
      "ended-others": "تسجيل دخولك الآن في هذا المتصفح فقط.",
    },
  },
  events: {
    none: "لم يحدث شيء بعد.",
    whatTheyAre: "إن وُجد هنا حدث ليس منك، فيُرجى تغيير كلمة المرور ومراجعة جلساتك.",
    happened: {
      "user.created": () => sentence`تم إنشاء حسابك.`,
      "user.signed-in": () => sentence`تم تسجيل دخولك.`,
      "user.sign-in-failed": () => sentence`كُتبت كلمة مرور خاطئة لحسابك.`,
      "user.signed-out": () => sentence`تم تسجيل خروجك.`,
      "user.sessions-ended": () => sentence`تم تسجيل خروجك من الأجهزة الأخرى.`,
      "user.password-changed": () => sentence`تم تغيير كلمة مرورك.`,
      "user.password-reset-asked": () =>
        sentence`طُلب رابط لاختيار كلمة مرور جديدة، وأُرسل إلى عنوان بريدك الإلكتروني.`,
      "user.password-reset-link-made": () => sentence`أُنشئ رابط لاختيار كلمة مرور جديدة.`,
      "user.profile-changed": () => sentence`تم تغيير ملفك الشخصي.`,
      "user.email-link-sent": () => sentence`أُرسل رابط لتأكيد عنوان بريدك الإلكتروني.`,
      "user.email-proven": () => sentence`تم تأكيد عنوان بريدك الإلكتروني.`,
      "user.suspended": () => sentence`تم إيقاف حسابك.`,
      "user.restored": () => sentence`تمت إعادة تفعيل حسابك.`,
      "access.approved": (application) => sentence`سمحت للتطبيق ${application} باستخدام حسابك.`,
      "access.cancelled": (application) =>
        sentence`رفضت السماح للتطبيق ${application} باستخدام حسابك.`,
      "access.reduced": (application) => sentence`اقتصر وصول التطبيق ${application} على القراءة.`,
      "access.revoked": (application) => sentence`سحبت وصول التطبيق ${application}.`,
      "access-token.issued": (application) =>
        sentence`حصل التطبيق ${application} على الوصول إلى حسابك.`,
      "access-token.regenerated": (application) =>
        sentence`أنشأت لنفسك رمز وصول جديدًا للتطبيق ${application}.`,
      "access-token.revoked": (application) =>
        sentence`تخلى التطبيق ${application} عن الوصول إلى حسابك.`,
      "collaborator.invited": (application) => sentence`تمت دعوتك إلى ${application}.`,
      "collaborator.accepted": (application) => sentence`قبلت الدعوة إلى ${application}.`,
      "collaborator.declined": (application) => sentence`رفضت الدعوة إلى ${application}.`,
      "collaborator.changed": (application) => sentence`تغيّر دورك في ${application}.`,
      "collaborator.removed": (application) => sentence`تمت إزالتك من ${application}.`,
      "collaborator.left": (application) => sentence`غادرت ${application}.`,
      "ownership.offered": (application) => sentence`عُرض عليك ${application}.`,
      "ownership.withdrawn": (application) => sentence`سُحب عرض ${application}.`,
      "ownership.accepted": (application) => sentence`أصبحت مالك ${application}.`,
      "ownership.declined": (application) => sentence`رفضت عرض ${application}.`,
      "ownership.moved": (application) => sentence`نُقلت إليك ملكية ${application}.`,
    },
    goneApplication: "الذي لم يعد موجودًا",
    other: "حدث مسجّل:",
    by: {
      application: "من التطبيق",
      operator: "من القائمين على هذه الخدمة",
    },
    from: "من",
  },
  deletion: {
    forGood: "لا يمكن التراجع عن هذا. ما يزول فورًا:",
    whatGoes: {
      profile:
        "اسمك واسم المستخدم وعنوان بريدك الإلكتروني. ويمكن لغيرك أخذ اسم المستخدم بعد 30 يومًا.",
      access: "وصول كل تطبيق سمحت له.",
      sessions: "كل الجلسات، على كل الأجهزة.",
    },
    whatStays: "يحتفظ القائمون على هذه الخدمة بسجل الأحداث الأمنية، وليس فيه اسمك.",
    ownsApplications: {
      what: "لديك تطبيقات.",
      advice: "ربما يستخدمها غيرك. يجب نقلها أو حذفها أولًا:",
    },
    moreApplications: "لديك المزيد، وسيظهر بعد هذه.",
    lastOperator: {
      what: "أنت آخر من بقي في فريق التشغيل.",
      advice: "يجب ضم شخص آخر إلى فريق التشغيل أولًا، ثم يمكنك حذف حسابك.",
    },
    typeScreenName: (screenName) => `للتأكيد، يُرجى كتابة اسم المستخدم ${latin(screenName)}`,
    password: "كلمة المرور الحالية",
    submit: "حذف حسابي نهائيًا",
    notDeleted: "لم يُحذف حسابك.",
    problems: {
      "other-name": "هذا ليس اسم المستخدم الخاص بك.",
      wrong: "كلمة المرور غير صحيحة. الأحرف الكبيرة تختلف عن الصغيرة.",
      "too-many": (minutes) =>
        `كانت المحاولات كثيرة. يمكنك المحاولة مرة أخرى بعد ${inMinutes(minutes)}.`,
      busy: "كثيرون يسجّلون الدخول الآن. يُرجى الانتظار بضع ثوانٍ ثم المحاولة مرة أخرى.",
    },
    deleted: {
      title: "تم حذف حسابك",
      meaning: "تم تسجيل خروجك من كل مكان، ولم يعد لأي تطبيق وصول.",
    },
  },
};
