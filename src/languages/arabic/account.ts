import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";
import { latin } from "./latin.ts";

export const account: Texts["account"] = {
  titles: {
    applications: "التطبيقات المرتبطة",
    profile: "ملفك الشخصي",
    password: "كلمة مرورك",
    sessions: "أماكن تسجيل دخولك",
    notifications: "إشعارات البريد الإلكتروني",
    events: "الأحداث الأمنية",
    data: "بياناتك",
    delete: "حذف حسابك",
  },
  applications: {
    none: "لا يمكن لأي تطبيق استخدام حسابك.",
    noneAdvice: "عندما تسمح لتطبيق يظهر هنا، ويمكنك سحب وصوله في أي وقت.",
    whatTheyCan: "يمكن لهذه التطبيقات استخدام حسابك. يسري كل تغيير بدءًا من طلبها التالي.",
    by: (owner) => sentence`من ${owner}`,
    access: {
      read: "يمكنه قراءة ملفك الشخصي وكل ما يمكنك رؤيته.",
      write: "يمكنه القراءة، والنشر وإجراء التغييرات نيابةً عنك.",
    },
    withEmail: "يمكنه رؤية عنوان بريدك الإلكتروني.",
    since: "منذ",
    neverUsed: "لم يُستخدم قط",
    usedToday: "آخر استخدام: اليوم",
    lastUsed: "آخر استخدام:",
    reduce: "قصره على القراءة",
    revoke: "سحب الوصول",
    pending: {
      title: "مسموح لها، ولم تستلم وصولها بعد",
      whatTheyAre:
        "سُمح لهذه التطبيقات خلال آخر 15 دقيقة، ولم تستلم وصولها بعد. إن كان بينها تطبيق غير معروف لك، فيُرجى سحب الموافقة وتغيير كلمة مرورك.",
      approved: "وقت الموافقة:",
      until: "يمكن استلامه حتى:",
      withdraw: "سحب الموافقة",
    },
    done: {
      revoked: (application) => sentence`لم يعد بإمكان ${application} الوصول إلى حسابك.`,
      withdrawn: (application) =>
        sentence`سُحبت موافقتك، ولم يعد بإمكان ${application} الحصول على الوصول بها.`,
      reduced: (application) =>
        sentence`بات بإمكان ${application} القراءة فقط، ولم يعد يستطيع تغيير أي شيء نيابةً عنك.`,
    },
  },
  profile: {
    name: "الاسم",
    nameHint: "الاسم الذي يراه الآخرون. حتى 50 حرفًا.",
    screenName: "اسم المستخدم",
    screenNameHint:
      "يُستخدم لتسجيل الدخول. حروف من A إلى Z وأرقام وشرطات سفلية ونقاط وشرطات، حتى 64 حرفًا.",
    email: "عنوان البريد الإلكتروني",
    emailHint: "لا تراه التطبيقات إلا بإذنك.",
    save: "حفظ الملف الشخصي",
    saved: "تم حفظ ملفك الشخصي.",
    notSaved: "لم يُحفظ ملفك الشخصي.",
    unconfirmed: {
      withMail: {
        what: "عنوان بريدك الإلكتروني غير مؤكد بعد.",
        advice: "لا تراه التطبيقات قبل فتح الرابط الذي أرسلناه إليك.",
      },
      withoutMail: {
        what: "عنوان بريدك الإلكتروني غير مؤكد بعد.",
        advice: "لا تراه التطبيقات قبل أن يؤكده القائمون على هذه الخدمة.",
      },
      send: "إعادة إرسال الرابط",
      sent: "أرسلنا رابطًا إلى عنوان بريدك الإلكتروني. يُرجى فتحه خلال 24 ساعة لتأكيد العنوان.",
    },
    distrusted: {
      what: "هل ما زال عنوان البريد الإلكتروني هذا لك؟",
      advice: {
        withMail:
          "أُعيد إعداد حسابك، وربما أدخل شخص آخر هذا العنوان. لن نرسل إليه روابط لاختيار كلمة مرور جديدة ولن تراه التطبيقات قبل تأكيده. إن لم يكن لك فيمكنك استبداله.",
        withoutMail:
          "أُعيد إعداد حسابك، وربما أدخل شخص آخر هذا العنوان. لن تراه التطبيقات قبل تأكيده من القائمين على هذه الخدمة. إن لم يكن لك فيمكنك استبداله.",
      },
      send: "إرسال رابط التأكيد إليّ",
    },
    problems: {
      "screen-name":
        "يتكون اسم المستخدم من 1 إلى 64 من الحروف (A إلى Z) أو الأرقام أو الشرطات السفلية أو النقاط أو الشرطات، ولا يكون نقاطًا فقط.",
      taken: "اسم المستخدم هذا غير متاح. يُرجى اختيار اسم آخر.",
      "changed-since":
        "تغيّر اسم المستخدم أو البريد الإلكتروني في مكان آخر منذ فتحت هذه الصفحة. يظهران كما هما الآن. يُرجى مراجعتهما ثم الحفظ من جديد.",
      "too-many-names":
        "غيّرت اسم المستخدم ثلاث مرات خلال آخر 30 يومًا. يمكنك العودة إلى أحد تلك الأسماء أو المحاولة لاحقًا.",
      name: "لا يزيد الاسم على 50 حرفًا.",
      email: "يُرجى كتابة عنوان بريد إلكتروني، مثل name@example.com.",
    },
  },
  password: {
    current: "كلمة المرور الحالية",
    wanted: "كلمة المرور الجديدة",
    wantedHint: "8 أحرف على الأقل. عبارة طويلة غير مألوفة أفضل من كلمة قصيرة معقدة.",
    weak: "من السهل تخمين كلمة مرورك.",
    notNow: "ليس الآن",
    otherSessions: "يبقى دخولك مسجّلًا هنا، وينتهي في كل مكان آخر.",
    change: "تغيير كلمة المرور",
    changed: "تم تغيير كلمة مرورك، وتسجيل خروجك من كل مكان آخر.",
    notChanged: "لم تتغير كلمة مرورك.",
    problems: {
      wrong: "كلمة المرور الحالية غير صحيحة. الأحرف الكبيرة تختلف عن الصغيرة.",
      "too-many": (minutes) =>
        `محاولات كثيرة جدًا. يمكنك المحاولة مرة أخرى بعد ${inMinutes(minutes)}.`,
      busy: "الخدمة مشغولة. يُرجى الانتظار بضع ثوانٍ ثم المحاولة مرة أخرى.",
      "too-short": "يجب ألا تقل كلمة المرور عن 8 أحرف.",
      "too-long": "يجب ألا تزيد كلمة المرور على 128 حرفًا.",
      "own-name":
        "كلمة المرور هذه قريبة جدًا من اسم المستخدم أو اسمك أو عنوان بريدك الإلكتروني. يُرجى اختيار غيرها.",
      "service-name": "كلمة المرور هذه قريبة جدًا من اسم هذه الخدمة. يُرجى اختيار غيرها.",
      common: "كلمة المرور هذه شائعة أو قريبة من كلمة شائعة. يُرجى اختيار غيرها.",
      repeated: "كلمة المرور هذه تكرر الأحرف نفسها. يُرجى اختيار غيرها.",
      sequence: "كلمة المرور هذه تسلسل، مثل «abcd» أو صف من لوحة المفاتيح. يُرجى اختيار غيرها.",
      date: "كلمة المرور هذه لا تكاد تزيد على تاريخ أو سنة. يُرجى اختيار غيرها.",
    },
    strength: {
      label: "قوة كلمة المرور",
      scores: {
        2: "مقبولة: كلمة المرور الأطول أصعب تخمينًا.",
        3: "جيدة: يصعب تخمينها.",
        4: "قوية: يصعب تخمينها كثيرًا.",
      },
    },
  },
  sessions: {
    whatTheyAre: "إن وُجدت هنا جلسة لا تعرفها، فيُرجى تسجيل الخروج منها وتغيير كلمة المرور.",
    device: (browser, system) => sentence`${browser} على ${system}`,
    unknownDevice: "متصفح غير معروف",
    thisOne: "هذا المتصفح",
    address: "تم تسجيل الدخول من",
    lastUsed: "آخر نشاط تقريبًا:",
    end: "تسجيل الخروج هناك",
    endOthers: "تسجيل الخروج من كل مكان آخر",
    done: {
      ended: "تم تسجيل الخروج من ذلك المتصفح. إن لم يكن معروفًا لديك، يُرجى تغيير كلمة المرور.",
      "ended-others": "تسجيل دخولك الآن في هذا المتصفح فقط.",
    },
  },
  events: {
    none: "لا أحداث بعد.",
    whatTheyAre: "إن وُجد هنا حدث لا تعرفه، فيُرجى تغيير كلمة المرور ومراجعة جلساتك.",
    happened: {
      "user.created": () => sentence`تم إنشاء حسابك.`,
      "user.signed-in": () => sentence`تم تسجيل دخولك.`,
      "user.sign-in-failed": () => sentence`كُتبت كلمة مرور خاطئة لحسابك.`,
      "user.codes-refused": () => sentence`أدخل أحدهم كلمة مرورك ثم عدة رموز غير صحيحة.`,
      "second-factor.turned-on": () => sentence`تم تفعيل التحقق بخطوتين أو تغيير تطبيقه.`,
      "second-factor.turned-off": () => sentence`تم إيقاف التحقق بخطوتين بتطبيق المصادقة.`,
      "passkey.added": () => sentence`تمت إضافة مفتاح مرور.`,
      "passkey.renamed": () => sentence`تم تغيير اسم مفتاح مرور.`,
      "passkey.removed": () => sentence`تم حذف مفتاح مرور.`,
      "passkey.counter-back": () => sentence`رُفض مفتاح مرور، فقد تكون هناك نسخة منه.`,
      "recovery-codes.made": () => sentence`تم إنشاء رموز استرداد جديدة.`,
      "second-factor.removed": () => sentence`أُزيل التحقق بخطوتين من حسابك.`,
      "identity.linked": () => sentence`رُبطت هوية بحسابك.`,
      "identity.unlinked": () => sentence`فُكّ ربط هوية بحسابك.`,
      "identity.removed": () => sentence`أُزيلت هوية مرتبطة من حسابك.`,
      "user.recovery-link-made": () => sentence`تم إنشاء رابط لإعداد حسابك من جديد.`,
      "user.recovered": () =>
        sentence`أُعيد إعداد حسابك برابط: كلمة مرور جديدة، ومن دون تحقق بخطوتين أو طريقة أخرى لتسجيل الدخول.`,
      "user.signed-out": () => sentence`تم تسجيل خروجك.`,
      "user.sessions-ended": () => sentence`تم تسجيل خروجك من الأجهزة الأخرى.`,
      "user.password-changed": () => sentence`تم تغيير كلمة مرورك.`,
      "user.password-reset-asked": () =>
        sentence`طُلب اختيار كلمة مرور جديدة، وأرسلنا رابطًا إلى عنوان بريدك الإلكتروني.`,
      "user.password-reset-link-made": () => sentence`أُنشئ رابط لاختيار كلمة مرور جديدة.`,
      "user.profile-changed": () => sentence`تم تغيير ملفك الشخصي.`,
      "user.notifications-changed": () => sentence`غيّرت الرسائل التي تصلك بالبريد الإلكتروني.`,
      "user.data-exported": () => sentence`تم تنزيل بياناتك.`,
      "user.email-link-sent": () => sentence`أرسلنا إليك رابطًا لتأكيد عنوان بريدك الإلكتروني.`,
      "user.email-proven": () => sentence`تم تأكيد عنوان بريدك الإلكتروني.`,
      "user.suspended": () => sentence`تم إيقاف حسابك.`,
      "user.restored": () => sentence`تمت إعادة تفعيل حسابك.`,
      "operator.made": () => sentence`انضممت إلى فريق تشغيل هذه الخدمة.`,
      "operator.unmade": () => sentence`لم تعد ضمن فريق تشغيل هذه الخدمة.`,
      "access.approved": (application) => sentence`سمحت للتطبيق ${application} باستخدام حسابك.`,
      "access.withdrawn": (application) =>
        sentence`سحبت موافقتك للتطبيق ${application} قبل استخدامها.`,
      "access.cancelled": (application) =>
        sentence`رفضت السماح للتطبيق ${application} باستخدام حسابك.`,
      "access.reduced": (application) => sentence`اقتصر وصول التطبيق ${application} على القراءة.`,
      "access.revoked": (application) => sentence`سُحب وصول التطبيق ${application}.`,
      "access-token.issued": (application) =>
        sentence`حصل التطبيق ${application} على رمز وصول إلى حسابك.`,
      "access-token.regenerated": (application) =>
        sentence`أنشأت لنفسك رمز وصول جديدًا للتطبيق ${application}.`,
      "access-token.revoked": (application) =>
        sentence`ألغى التطبيق ${application} وصوله إلى حسابك بنفسه.`,
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
    other: "حدث آخر:",
    by: {
      application: "من التطبيق",
      operator: "من القائمين على هذه الخدمة",
    },
    from: "من",
  },
  data: {
    what: `يمكنك تنزيل كل ما تحفظه هذه الخدمة عنك في ملف ${latin("JSON")}: ملفك الشخصي وجلساتك ومفاتيح المرور والوصول الذي منحته للتطبيقات والتطبيقات التي تملكها وما حدث في حسابك.`,
    without: "لا يحتوي الملف على كلمات مرور أو أسرار أو بيانات مستخدمين آخرين.",
    careful: "كل من لديه الملف يستطيع قراءته، لذا يُرجى حفظه حيث لا يفتحه غيرك.",
    submit: "تنزيل بياناتك",
    notDownloaded: "لم يتم تنزيل بياناتك.",
  },
  deletion: {
    forGood: "لا يمكن التراجع عن هذا. يُحذف فورًا:",
    whatGoes: {
      profile:
        "اسمك واسم المستخدم وعنوان بريدك الإلكتروني. ويمكن لغيرك أخذ اسم المستخدم بعد 30 يومًا.",
      access: "وصول كل التطبيقات.",
      sessions: "كل جلساتك، على كل الأجهزة.",
    },
    whatStays: "يحتفظ القائمون على هذه الخدمة بسجل الأحداث الأمنية، وليس فيه اسمك.",
    ownsApplications: {
      what: "لديك تطبيقات.",
      advice: "ربما يستخدمها غيرك. يجب نقلها أو حذفها أولًا:",
    },
    moreApplications: "لديك تطبيقات أخرى تظهر هنا بعد نقل هذه أو حذفها.",
    lastOperator: {
      what: "لا يوجد غيرك في فريق تشغيل هذه الخدمة.",
      advice: "يجب منح صلاحيات التشغيل لشخص آخر أولًا.",
    },
    typeScreenName: (screenName) => `للتأكيد، يُرجى كتابة اسم المستخدم ${latin(screenName)}`,
    password: "كلمة المرور الحالية",
    submit: "حذف حسابي",
    notDeleted: "لم يُحذف حسابك.",
    problems: {
      "other-name": "هذا ليس اسم المستخدم الخاص بك.",
      wrong: "هذه ليست كلمة مرورك. الأحرف الكبيرة تختلف عن الصغيرة.",
      "too-many": (minutes) =>
        `محاولات كثيرة جدًا. يمكنك المحاولة مرة أخرى بعد ${inMinutes(minutes)}.`,
      busy: "الخدمة مشغولة. يُرجى الانتظار بضع ثوانٍ ثم المحاولة مرة أخرى.",
    },
    deleted: {
      title: "تم حذف حسابك",
      meaning: "تم تسجيل خروجك من كل مكان، ولم يعد لأي تطبيق وصول.",
    },
  },
};
