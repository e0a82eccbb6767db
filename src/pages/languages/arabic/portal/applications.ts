import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";
import { inApplications, inRequests, inUsers } from "../counts.ts";
import { inDays } from "../dates.ts";

export const applications: Texts["portal"]["applications"] = {
  title: "تطبيقاتي",
  none: "ليس لديك تطبيقات بعد.",
  steps: {
    create: {
      what: "أنشئ تطبيقًا",
      how: "يحصل على consumer key وconsumer secret، ويُعرض السر مرة واحدة فقط.",
    },
    call: {
      what: "استدعِ الخدمة",
      how: "لأول استدعاء، بدّلهما برمز bearer. وفي صفحة التجربة برامج بلغات عدة توقّع الاستدعاءات أيضًا.",
    },
    follow: {
      what: "شاهد ما يصل",
      how: "تعرض صفحة الطلبات كل استدعاء لتطبيقك، وسبب الرفض إن رُفض.",
    },
  },
  create: "إنشاء تطبيق",
  access: { read: "قراءة", write: "قراءة وكتابة" },
  states: { active: "نشط", suspended: "موقوف", unapproved: "بلا موافقة" },
  neverCalled: "لم يُستدعَ بعد",
  lastCall: "آخر استدعاء:",
  rejected: (share) => `${share} مرفوضة`,
  requests: (count) =>
    count === 0 ? "لا طلبات في اليوم الأخير" : `${inRequests(count)} في اليوم الأخير`,
  usesEnd: "ينتهي شيء مما يستخدمه في",
  suspendedBecause: "سبب الإيقاف:",
  deleted: "تم حذف التطبيق. لم تعد مفاتيحه ورموزه المميّزة تعمل.",
  search: "البحث بالاسم",
  order: "الترتيب حسب",
  orders: { name: "الاسم", newest: "الأحدث أولًا" },
  show: "عرض",
  total: (count) => inApplications(count),
  nothingFound: "لا تطبيقات مطابقة.",
  nothingFoundAdvice: "يمكنك التحقق من الاسم أو [مسح البحث].",
};

export const creation: Texts["portal"]["creation"] = {
  title: "إنشاء تطبيق",
  what: "يمكنك تغيير كل هذا لاحقًا.",
  submit: "إنشاء التطبيق",
  ownToken: {
    label: "إنشاء رمز وصول خاص بي",
    hint: "ليتمكن برنامجك من توقيع الطلبات باسمك فورًا. له الوصول المختار أعلاه.",
  },
  notCreated: "لم يُنشأ التطبيق.",
  tooMany: (most) => `بلغ عدد تطبيقاتك الحد الأقصى، وهو ${most}. يجب حذف أحدها أولًا.`,
  otherAccount: "فتحت هذا النموذج بحساب آخر. يُرجى مراجعته وإرساله مرة أخرى.",
  created: (application) => sentence`تم إنشاء ${application}`,
  consumerKey: "Consumer key",
  consumerSecret: "Consumer secret",
  shownOnce: {
    what: "يظهر السرّ مرة واحدة فقط.",
    advice: "يُرجى نسخه الآن وحفظه حيث يمكن لبرنامجك قراءته. وإن ضاع فيمكنك إنشاء سرّ جديد.",
  },
  goOn: "المتابعة إلى التطبيق",
};

export const application: Texts["portal"]["application"] = {
  tabsLabel: "صفحات هذا التطبيق",
  tabs: {
    overview: "نظرة عامة",
    keys: "المفاتيح والرموز المميّزة",
    settings: "الإعدادات",
    usage: "الاستخدام",
    users: "المستخدمون",
    collaborators: "المتعاونون",
    programs: "جرّبه",
    requests: "الطلبات",
    check: "فحص توقيع",
    delete: "النقل أو الحذف",
  },
  title: (application) => sentence`التطبيق ${application}`,
  notes: {
    saved: "تم حفظ الإعدادات.",
    "created-before":
      "سبق إنشاء هذا التطبيق، فلم يُنشأ مرة أخرى. لن يظهر سرّه مرة أخرى، وإن لم يكن لديك فيمكنك إنشاء سرّ جديد.",
    invited: "تم إرسال الدعوة.",
    "role-changed": "تم تغيير الدور.",
    removed: "لم يعد لهذا المستخدم وصول.",
    joined: "يمكنك الآن العمل على هذا التطبيق.",
    owned: "أصبح هذا التطبيق لك. يعرف المالك السابق أسراره، لذلك يُرجى إنشاء أسرار جديدة.",
    offered: "تم إرسال العرض. يبقى التطبيق لك حتى يُقبل.",
    withdrawn: "تم سحب العرض.",
    "approval-asked": "تم الإرسال. تعرض هذه الصفحة القرار.",
    "taken-back": "تم سحب التغيير.",
    waits: "تم الحفظ. ما يحتاج إلى موافقة ينتظر المسؤول، والباقي سارٍ.",
  },
  suspended: {
    what: "هذا التطبيق موقوف.",
    advice: "لا تعمل مفاتيحه، ولا يمكنك إنشاء مفاتيح جديدة. السبب:",
  },
  administratorsNotice: "رسالة من أحد المسؤولين:",
  mixedAlphabets: {
    what: "يخلط الاسم حروفًا متشابهة من أبجديات مختلفة.",
    advice: "يظهر للمستخدمين تحذير بذلك عندما يطلب منهم التطبيق الوصول.",
  },
  waiting: {
    what: (schemes) => sentence`تحتاج عناوين العودة التي تستخدم ${schemes} إلى تأكيد من مسؤول.`,
    advice:
      "تُرفض الطلبات التي تستخدمها حتى يؤكدها مسؤول. أما المخطط المكوَّن من نطاق معكوس، مثل com.example.app، فلا يحتاج إلى تأكيد.",
  },
  firstCall: {
    title: "خطوات أول طلب",
    count: (done, all) => `تمّ ${done} من ${all}`,
    done: "تمّ",
    created: "إنشاء التطبيق وحفظ سرّه",
    token: {
      title: "إنشاء رمز وصول خاص بك",
      how: "به توقّع برامجك الطلبات باسمك.",
      action: "إنشاء رمز وصول",
    },
    call: {
      title: "تشغيل برنامج",
      how: "اختر Python أو JavaScript أو PHP أو Go أو curl. تُعلمك هذه الصفحة بوصول أول طلب.",
      action: "عرض البرامج",
    },
    rejected: { what: "رُفض طلب.", action: "معرفة السبب" },
    arrived: "وصل أول طلب في",
  },
  consumerKey: "Consumer key",
  access: "الوصول",
  plan: "الخطة",
  made: "تاريخ الإنشاء",
  website: "الموقع الإلكتروني",
  owner: "المالك",
  role: "دورك",
  requests: "الطلبات في اليوم الأخير",
  endings: {
    title: "ما سيتوقف",
    hint: (days) =>
      `تُوقف الخدمة شيئًا يستخدمه هذا التطبيق. يُرجى تعديل برنامجه قبل ذلك اليوم. تُحسب الطلبات خلال ${inDays(days)} مضت.`,
    link: "ما يجب فعله",
    everything: "كل ما يخص هذا التطبيق",
  },
  rejected: "المرفوضة في اليوم الأخير",
  users: "من منحوا الوصول",
};

export const deletion: Texts["portal"]["deletion"] = {
  title: "حذف التطبيق",
  forGood: "لا يمكن التراجع عن هذا. تتوقف مفاتيحه ورموزه المميّزة عن العمل فورًا.",
  noUsers: "لم يمنحه أحد الوصول.",
  users: (count, orMore) =>
    `منحه ${inUsers(count)}${orMore ? " أو أكثر" : ""} الوصول، وسيتوقف ارتباطهم به عن العمل.`,
  typeName: (application) => sentence`للتأكيد، يُرجى كتابة الاسم: ${application}`,
  submit: "حذف التطبيق",
  notDeleted: "لم يُحذف التطبيق.",
  problems: {
    "other-name": "هذا ليس اسم هذا التطبيق. الأحرف الكبيرة تختلف عن الصغيرة.",
  },
};

export const approval: Texts["portal"]["approval"] = {
  title: "الموافقة",
  hint: "يراجع أحد المسؤولين كل تطبيق جديد. ولا يعمل إلا لحسابك حتى تتم الموافقة عليه.",
  purpose: "ما الغرض من التطبيق؟",
  expectedUsers: "من سيستخدمه، وكم عددهم؟",
  problem: (most) => `اكتب من حرف واحد إلى ${most} حرفًا.`,
  states: {
    approved: "تمت الموافقة",
    waiting: "ينتظر الموافقة",
    asked: "في انتظار إجابة",
    declined: "بلا موافقة",
  },
  what: {
    waiting: "ينتظر التطبيق موافقة أحد المسؤولين.",
    asked: "يسأل أحد المسؤولين قبل أن يقرر.",
    declined: "رفض أحد المسؤولين التطبيق.",
  },
  ownerOnly: (owner) => sentence`لا يعمل إلا لحساب ${owner} حتى تتم الموافقة عليه.`,
  changeWaits: "ينتظر تغيير في التطبيق موافقة أحد المسؤولين.",
  asBefore: "وإلى ذلك الحين يعمل كما كان.",
  question: "السؤال:",
  reason: "السبب:",
  access: "مستوى الوصول بعد الموافقة",
  callbacks: "عناوين العودة بعد الموافقة",
  notSent: "لم يُرسل شيء",
  submit: "طلب الموافقة",
  takeBack: "سحب التغيير",
};
