import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";
import { type Counted, counted, inUsers } from "../counts.ts";
import { latin } from "../latin.ts";

export const preview: Texts["portal"]["preview"] = {
  title: "معاينة صفحة الموافقة",
  warned: "سيرى المستخدمون هذه التحذيرات:",
  unnamed: "تطبيقك",
};

export const draft: Texts["portal"]["draft"] = {
  name: "الاسم",
  nameHint: "يراه المستخدمون عندما تطلب منهم الوصول. حتى 50 حرفًا.",
  optional: "ما يظهر للمستخدمين، وخيارات أخرى (اختياري)",
  description: "الوصف",
  descriptionHint: "جملة لمن تطلب منهم الوصول. حتى 200 حرف.",
  website: "الموقع الإلكتروني",
  websiteHint: "يظهر بجانب الاسم، مثل https://app.example.",
  linkHint: "يظهر مع التطبيق حين يطلب الوصول.",
  links: {
    terms: "رابط شروط الخدمة",
    privacy: "رابط سياسة الخصوصية",
    support: "رابط الدعم",
  },
  access: "الوصول",
  read: "قراءة",
  readHint: "رؤية الملف الشخصي وكل ما يمكن للمستخدم رؤيته.",
  write: "قراءة وكتابة",
  writeHint: "وكذلك النشر وإجراء التغييرات نيابةً عن المستخدم.",
  callbacks: `عناوين العودة (${latin("callback URLs")})`,
  callbacksHint: (most) =>
    `إلى أين يعود المستخدمون بعد الموافقة. عنوان واحد في كل سطر، حتى ${counted(most, addresses)}. يُترك الحقل فارغًا لتطبيقات سطح المكتب، فيحصل المستخدمون على رمز PIN لكتابته.`,
  requestEmail: "طلب عنوان البريد الإلكتروني",
  requestEmailHint: "من يوافق يشارك عنوان بريده الإلكتروني مع التطبيق.",
  signIn: (service) => sentence`تفعيل «تسجيل الدخول عبر ${service}»`,
  signInHint: "من منح الوصول من قبل يعود مباشرة، دون سؤاله من جديد.",
  problems: {
    "no-name": "يُرجى كتابة اسم.",
    "long-name": "لا يزيد الاسم على 50 حرفًا.",
    "odd-name": "في الاسم حرف غير مرئي. يُرجى حذفه وكتابة الاسم من جديد.",
    "long-description": "لا يزيد الوصف على 200 حرف.",
    "odd-description": "في الوصف حرف غير مرئي. يُرجى حذفه وكتابة الوصف من جديد.",
    website: "يُرجى كتابة رابط مثل https://app.example.",
    termsUrl: "يُرجى كتابة رابط مثل https://app.example/terms.",
    privacyUrl: "يُرجى كتابة رابط مثل https://app.example/privacy.",
    supportUrl: "يُرجى كتابة رابط مثل https://app.example/support.",
    "no-access": "يُرجى اختيار مستوى الوصول.",
  },
  tooManyCallbacks: (most) => `يمكن تسجيل ${counted(most, addresses)} على الأكثر. يُرجى حذف الزائد.`,
  moreCallbacksRejected: (count) => `لا يمكن تسجيل ${counted(count, otherAddresses)}.`,
  callbackProblems: {
    oob: () => sentence`التطبيق الذي ليس له عناوين عودة يستخدم رموز PIN تلقائيًا.`,
    "too-long": () => sentence`لا يزيد عنوان العودة على 1,000 حرف.`,
    "not-ascii": () =>
      sentence`يجب ترميز المسافات والحروف خارج ASCII بعلامة النسبة المئوية، وكتابة المضيف بصيغة ${"xn--"}.`,
    unencoded: () => sentence`يجب أن تُرمَّز بعلامة النسبة المئوية الحروف التي لا تُسمح في العناوين.`,
    fragment: () => sentence`يجب حذف الجزء (#).`,
    query: () =>
      sentence`يجب حذف الاستعلام (?)، فيمكن لكل طلب أن يضيف أي استعلام إلى العنوان الذي يرسله.`,
    "no-scheme": () =>
      sentence`يجب إضافة المخطط (scheme) في أوله، مثل ${"https://app.example/callback"} أو ${"com.example.app://"}.`,
    "forbidden-scheme": (scheme) =>
      sentence`المخطط ${scheme} محجوز لنظام أو متصفح أو بروتوكول آخر. يُستخدم بدلًا منه نطاق معكوس مثل ${"com.example.app"}.`,
    "scheme-only": (scheme) =>
      sentence`يُسجَّل مخطط التطبيق الخاص بالصيغة ${`${scheme}://`} دون أي شيء بعدها.`,
    "plain-http": () =>
      sentence`http لهذا الجهاز فقط (${"localhost, 127.0.0.1, [::1]"}). يجب استخدام https.`,
    host: () =>
      sentence`يجب أن يكون المضيف اسمًا أو عنوانًا بسيطًا، دون اسم مستخدم ودون نقطة في آخره.`,
    "invalid-host": () => sentence`المضيف غير صالح.`,
    "other-host": (host) => sentence`تقرأ المتصفحات المضيف على أنه ${host}. يجب كتابته هكذا.`,
    "dot-segments": () => sentence`يجب كتابة المسار دون الأجزاء ${"."} و${".."}.`,
    "user-name": () => sentence`يجب حذف اسم المستخدم (@).`,
  },
};

export const settings: Texts["portal"]["settings"] = {
  title: "الإعدادات",
  icon: {
    title: "الأيقونة",
    choose: "ملف الصورة",
    hint: "ملف PNG أو JPEG أو WebP حتى 512 كيلوبايت و2048 × 2048 بكسل، والأفضل أن يكون مربعًا. تذكر صفحة الموافقة لمدة 7 أيام أنها تغيّرت.",
    upload: "رفع الأيقونة",
    remove: "إزالة الأيقونة",
    notSaved: "لم تُحفظ الأيقونة.",
    problems: {
      missing: "يُرجى اختيار ملف.",
      "too-large": "حجم الملف أكبر من 512 كيلوبايت.",
      unreadable:
        "ليست صورة PNG أو JPEG أو WebP، أو أنها تالفة أو متحركة أو أكبر من 2048 × 2048 بكسل. يُرجى حفظها من جديد بحجم أصغر.",
    },
  },
  networks: {
    title: "الشبكات المسموح بها",
    label: "الشبكات",
    hint: (most) =>
      `بادئة عناوين واحدة في كل سطر، مثل 203.0.113.0/24 أو 2001:db8::/32، أو عنوان IP، بما لا يزيد على ${most}. تُرفض الطلبات من الشبكات الأخرى. إذا كانت القائمة فارغة تُقبل الطلبات من كل الشبكات.`,
    tooMany: (most) => `الحد الأقصى لعدد الشبكات هو ${most}. يُرجى حذف الزائد.`,
    unreadable: "ليست شبكة. يُرجى إدخال بادئة عناوين، مثل 203.0.113.0/24.",
    writeAs: (network) => sentence`يجب أن تُكتب هكذا: ${network}.`,
    bearerOnly: "لرمز bearer فقط",
    bearerOnlyHint:
      "عندئذ يمكن استخدام سرّ المستهلك من كل الشبكات، مثلاً في برامج على أجهزة المستخدمين.",
  },
  sha256: {
    label: "اشتراط HMAC-SHA256 أو أقوى",
    hint: "تُرفض الطلبات الموقّعة بطريقة HMAC-SHA1، أو التي قيمة hash لمتنها (oauth_body_hash) من نوع SHA-1. يُفعَّل بعد أن تستخدم SHA-256 للاثنين كل البرامج التي توقّع باسم هذا التطبيق.",
    notAccepted: "لا تقبل هذه الخدمة إلا HMAC-SHA1، فيُرفض كل طلب موقّع من التطبيق.",
  },
  save: "حفظ الإعدادات",
  last: "يمكنك عرض هذا التطبيق على مستخدم آخر، أو حذفه نهائيًا.",
  notSaved: "لم تُحفظ الإعدادات.",
  changedSince:
    "تغيّرت الإعدادات في مكان آخر منذ فتحت هذه الصفحة. يظهر الوصول وعناوين العودة وتسجيل الدخول كما هي الآن. يُرجى مراجعتها ثم الحفظ من جديد.",
  confirm: {
    title: "تأكيد هذه التغييرات",
    what: "لم يُحفظ شيء بعد. عند الحفظ تسري هذه التغييرات بدءًا من الطلب التالي:",
    effects: {
      "access-lowered": (users) =>
        `منحه ${inUsers(users)} إذن الكتابة. تصبح رموزهم المميّزة للقراءة فقط.`,
      "access-raised": (users) =>
        `منحه ${inUsers(users)} إذن القراءة. تبقى رموزهم المميّزة للقراءة فقط حتى تتم الموافقة على التطبيق من جديد.`,
      "email-off": (users) =>
        `لن يرى التطبيق أي عنوان بريد إلكتروني بعد الآن. منحه ${inUsers(users)} الوصول.`,
      "sign-in-off": (users) =>
        `يُسأل المستخدمون في كل مرة يسجّلون فيها الدخول عبر التطبيق، حتى من منحوه الوصول، وعددهم: ${inUsers(users)}.`,
    },
    callbackRemoved: (callback) => sentence`تُرفض الطلبات التي فيها ${callback}.`,
    noCallbackLeft:
      "دون عنوان عودة يصبح تطبيق سطح مكتب: يحصل المستخدمون على رمز PIN لكتابته، ولا يعمل «تسجيل الدخول عبر الخدمة».",
    networksLimited:
      "تُرفض الطلبات التي تستخدم بيانات اعتماد التطبيق من أي شبكة أخرى، ابتداءً من الطلب التالي.",
    sha1Rejected:
      "تُرفض الطلبات الموقّعة بطريقة HMAC-SHA1، أو التي قيمة hash لمتنها من نوع SHA-1، وتتوقف عن العمل البرامج التي ما زالت تستخدم SHA-1. تبقى رموز bearer صالحة.",
    save: "الحفظ رغم ذلك",
    cancel: "إلغاء",
  },
};

const addresses: Counted = {
  zero: "# عنوان",
  one: "عنوان واحد",
  two: "عنوانين",
  few: "# عناوين",
  many: "# عنوانًا",
  other: "# عنوان",
};

const otherAddresses: Counted = {
  zero: "# عنوان آخر",
  one: "عنوان آخر",
  two: "عنوانين آخرين",
  few: "# عناوين أخرى",
  many: "# عنوانًا آخر",
  other: "# عنوان آخر",
};
