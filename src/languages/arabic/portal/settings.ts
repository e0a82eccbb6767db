import { sentence } from "../../sentence.ts";
import type { DraftTexts, SettingsTexts } from "../../texts/portal/settings.ts";
import { type Counted, counted, inPeople } from "../counts.ts";

export const draft: DraftTexts = {
  name: "الاسم",
  nameHint: "ما يقرؤه الناس عندما يُطلب منهم الوصول. حتى 50 حرفًا.",
  description: "الوصف",
  descriptionHint: "جملة لمن يُطلب منهم الوصول. حتى 200 حرف. اختياري.",
  website: "الموقع الإلكتروني",
  websiteHint: "يظهر بجانب الاسم، مثل https://app.example. اختياري.",
  links: {
    terms: "رابط شروط الخدمة",
    privacy: "رابط سياسة الخصوصية",
    support: "رابط الدعم",
  },
  access: "الوصول",
  read: "قراءة",
  readHint: "رؤية الملف الشخصي وكل ما يمكن للشخص رؤيته.",
  write: "قراءة وكتابة",
  writeHint: "وكذلك النشر وإجراء التغييرات نيابةً عن الشخص.",
  callbacks: "عناوين العودة (callback URLs)",
  callbacksHint: (most) =>
    `إلى أين يعود الناس: عنوان واحد في كل سطر، حتى ${counted(most, addresses)}. يُترك فارغًا لتطبيقات سطح المكتب: عندئذ يحصل الناس على رمز PIN لكتابته.`,
  requestEmail: "طلب عنوان البريد الإلكتروني",
  requestEmailHint: "من يوافق يشارك عنوان بريده الإلكتروني مع التطبيق.",
  signIn: "استخدام تسجيل الدخول عبر الخدمة",
  signInHint: "من منح الوصول من قبل يعود مباشرة، دون سؤاله من جديد.",
  advice: "ما يحتاج إلى تصحيح مبيّن أدناه.",
  problems: {
    "no-name": "يحتاج التطبيق إلى اسم.",
    "long-name": "الاسم أطول من 50 حرفًا. يُرجى اختصاره.",
    "odd-name": "في الاسم حرف لا يُرى. يُرجى كتابته من جديد.",
    "long-description": "الوصف أطول من 200 حرف. يُرجى اختصاره.",
    "odd-description": "في الوصف حرف لا يُرى. يُرجى كتابته من جديد.",
    website: "هذا ليس عنوان موقع إلكتروني. العنوان يشبه https://app.example.",
    terms: "يُرجى كتابة رابط مثل https://app.example/terms.",
    privacy: "يُرجى كتابة رابط مثل https://app.example/privacy.",
    support: "يُرجى كتابة رابط مثل https://app.example/support.",
    "no-access": "يُرجى اختيار ما يمكن للتطبيق طلبه.",
  },
  tooManyCallbacks: (most) => `يمكن تسجيل ${counted(most, addresses)} على الأكثر. يُرجى حذف الزائد.`,
  moreCallbacksRefused: (count) => `لا يمكن تسجيل ${counted(count, otherAddresses)}.`,
  callbackProblems: {
    oob: () =>
      sentence`لا تُسجَّل القيمة ${"oob"}: التطبيق الذي ليس له عناوين عودة يستخدم رموز PIN تلقائيًا.`,
    empty: () => sentence`العنوان فارغ.`,
    "too-long": () => sentence`العنوان أطول من 1,000 حرف.`,
    "not-ascii": () =>
      sentence`فيه مسافة أو حرف خارج ASCII. يجب ترميزه بعلامة النسبة المئوية، وكتابة المضيف بصيغة ${"xn--"}.`,
    unencoded: () => sentence`فيه حرف يجب ترميزه في العناوين بعلامة النسبة المئوية.`,
    fragment: () => sentence`فيه جزء (#). يُرجى حذفه.`,
    query: () =>
      sentence`فيه استعلام (?). يُرجى حذفه، فيمكن لكل طلب أن يضيف أي استعلام إلى العنوان الذي يرسله.`,
    "no-scheme": () =>
      sentence`ينقصه المخطط (scheme) في أوله، مثل ${"https://app.example/callback"} أو ${"com.example.app://"}.`,
    "forbidden-scheme": (scheme) =>
      sentence`المخطط ${scheme} خاص بنظام أو متصفح أو بروتوكول آخر، لذلك لا يُسمح به أبدًا. يُستخدم بدلًا منه نطاق معكوس مثل ${"com.example.app"}.`,
    "scheme-only": (scheme) =>
      sentence`يُسجَّل مخطط التطبيق الخاص بالصيغة ${`${scheme}://`} دون أي شيء بعدها.`,
    "plain-http": () =>
      sentence`http لهذا الجهاز فقط (${"localhost, 127.0.0.1, [::1]"}). يُرجى استخدام https.`,
    host: () =>
      sentence`يجب أن يكون المضيف اسمًا أو عنوانًا بسيطًا، دون اسم مستخدم ودون نقطة في آخره.`,
    "invalid-host": () => sentence`المضيف غير صالح.`,
    "other-host": (host) => sentence`تقرأ المتصفحات المضيف على أنه ${host}. يُرجى كتابته هكذا.`,
    "dot-segments": () => sentence`في المسار ${"."} أو ${".."}. يُرجى كتابة المسار كاملًا.`,
    "user-name": () => sentence`فيه اسم مستخدم (@). يُرجى حذفه.`,
  },
};

export const settings: SettingsTexts = {
  title: "عناوين العودة والإعدادات",
  icon: {
    title: "الأيقونة",
    choose: "ملف الصورة",
    hint: "ملف PNG أو JPEG أو WebP حتى 512 كيلوبايت، والأفضل أن يكون مربعًا. يرى الناس لمدة 7 أيام أنها تغيّرت.",
    upload: "رفع الأيقونة",
    remove: "إزالة الأيقونة",
    notSaved: "لم تُحفظ الأيقونة.",
    problems: {
      missing: "يُرجى اختيار ملف.",
      "too-large": "حجم الملف أكبر من 512 كيلوبايت.",
      unreadable: "ليست صورة PNG أو JPEG أو WebP، أو أنها تالفة أو كبيرة جدًا.",
    },
  },
  save: "حفظ الإعدادات",
  notSaved: "لم يُحفظ شيء.",
  changedSince:
    "تغيّرت الإعدادات في مكان آخر منذ فتحت هذه الصفحة. يظهر الوصول وعناوين الرجوع وتسجيل الدخول كما هي الآن. يُرجى مراجعتها ثم الحفظ من جديد.",
  confirm: {
    title: "هذا يغيّر ما هو قائم",
    what: "لم يُحفظ شيء بعد. عند الحفظ، بدءًا من الطلب التالي:",
    effects: {
      "access-lowered": (people) =>
        `منح ${inPeople(people)} إذن الكتابة. تفقده رموزهم فورًا وتواصل القراءة.`,
      "access-raised": (people) =>
        `منح ${inPeople(people)} إذن القراءة. تبقى رموزهم عليه حتى تتم الموافقة على التطبيق من جديد.`,
      "email-off": (people) =>
        `لن يرى التطبيق أي عنوان بريد إلكتروني بعد الآن. منحه ${inPeople(people)} الوصول.`,
      "sign-in-off": (people) =>
        `يُسأل الناس في كل مرة يسجّلون فيها الدخول عبر التطبيق. سبق أن منحه ${inPeople(people)} الوصول.`,
    },
    callbackRemoved: (callback) => sentence`تُرفض الطلبات التي فيها ${callback}.`,
    noCallbackLeft:
      "دون عنوان عودة يصبح تطبيق سطح مكتب: يحصل الناس على رمز PIN لكتابته، ولا يعمل «تسجيل الدخول عبر الخدمة».",
    save: "الحفظ رغم ذلك",
    cancel: "عدم حفظ أي شيء",
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
