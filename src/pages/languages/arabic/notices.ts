import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inApplications, inRequests } from "./counts.ts";
import { latin } from "./latin.ts";

export const notices: Texts["notices"] = {
  notices: {
    "secret-made": {
      subject: (application) => sentence`سرّ جديد للتطبيق ${application}`,
      said: {
        byUser: (application, user) =>
          sentence`أنشأ ${user} سرًّا جديدًا (consumer secret) للتطبيق ${application}.`,
        byService: (application) =>
          sentence`أُنشئ سرّ جديد (consumer secret) للتطبيق ${application}.`,
      },
      advice: "إن لم يكن ذلك متوقعًا، فيُرجى مراجعة من يعملون على التطبيق وإنشاء سرّ جديد.",
    },
    "secret-revoked": {
      subject: (application: string) => sentence`أُنهي consumer secret الخاص بـ${application}`,
      said: (application: string) =>
        sentence`أنهى أحد المسؤولين consumer secret الخاص بـ${application}. تُرفض الطلبات الموقّعة به. ولا يحتاج المستخدمون إلى منح الوصول من جديد.`,
      advice: "أنشئ سرًّا جديدًا وزوّد به برامجك.",
    },
    "from-administrator": {
      subject: (application: string) => sentence`رسالة بشأن ${application}`,
      said: (application: string, text: string) =>
        sentence`كتب إليك أحد المسؤولين بشأن ${application}: ${text}`,
      advice: "للرد، تواصل مع المسؤول.",
    },
    suspended: {
      subject: (application) => sentence`تم إيقاف التطبيق ${application}`,
      said: (application, because) =>
        sentence`تم إيقاف التطبيق ${application}، ومفاتيحه ورموزه المميّزة لا تعمل. السبب: ${because}`,
      advice: "لإعادة تفعيله يُرجى التواصل مع المسؤول.",
    },
    restored: {
      subject: (application) => sentence`تمت إعادة تفعيل التطبيق ${application}`,
      said: (application) =>
        sentence`لم يعد التطبيق ${application} موقوفًا، وعادت مفاتيحه ورموزه المميّزة إلى العمل.`,
    },
    approved: {
      subject: (application) => sentence`تمت الموافقة على ${application}`,
      said: (application) =>
        sentence`وافق أحد المسؤولين على ${application}، ويمكن لجميع المستخدمين استخدامه الآن.`,
    },
    "change-approved": {
      subject: (application) => sentence`تمت الموافقة على تغيير ${application}`,
      said: (application) =>
        sentence`وافق أحد المسؤولين على تغيير ${application} المنتظر، وهو سارٍ الآن.`,
    },
    "approval-asked": {
      subject: (application) => sentence`سؤال عن ${application}`,
      said: (application, question) =>
        sentence`يسأل أحد المسؤولين قبل البتّ في ${application}: ${question}`,
      advice: "أجب في صفحة التطبيق.",
    },
    declined: {
      subject: (application) => sentence`لم تتم الموافقة على ${application}`,
      said: (application, because) =>
        sentence`رفض أحد المسؤولين ${application}، فلا يعمل إلا لحساب مالكه. السبب: ${because}`,
      advice: "يمكنك في صفحته تغيير ما تقوله عنه وطلب الموافقة من جديد.",
    },
    "change-declined": {
      subject: (application) => sentence`رُفض تغيير ${application}`,
      said: (application, because) =>
        sentence`رفض أحد المسؤولين تغيير ${application} المنتظر، ويعمل التطبيق كما كان. السبب: ${because}`,
    },
    "collaborator-joined": {
      subject: (application) => sentence`متعاون جديد في التطبيق ${application}`,
      said: {
        editor: (application, user) =>
          sentence`يعمل ${user} الآن على التطبيق ${application} محرّرًا، ويمكنه تغيير إعداداته ومفاتيحه.`,
        viewer: (application, user) =>
          sentence`يعمل ${user} الآن على التطبيق ${application} مطّلعًا، ويمكنه رؤية استخدامه.`,
      },
      advice: "إن لم يكن ذلك متوقعًا، فيُرجى سؤال مالك التطبيق.",
    },
    "collaborator-removed": {
      subject: (application) => sentence`إزالة متعاون من التطبيق ${application}`,
      said: (application, user) =>
        sentence`أُزيل ${user} من التطبيق ${application}، ولم يعد له وصول إليه.`,
      advice: "إن كان محرّرًا فقد يعرف الأسرار. عند الشك يُستحسن إنشاء أسرار جديدة.",
      former: {
        subject: (application) => sentence`تمت إزالتك من التطبيق ${application}`,
        said: (application) =>
          sentence`تمت إزالتك من التطبيق ${application}، ولم يعد لك وصول إليه.`,
      },
    },
    "collaborator-left": {
      subject: (application) => sentence`مغادرة متعاون للتطبيق ${application}`,
      said: (application, user) =>
        sentence`غادر ${user} التطبيق ${application}، ولم يعد له وصول إليه.`,
      advice: "إن كان محرّرًا فقد يعرف الأسرار. عند الشك يُستحسن إنشاء أسرار جديدة.",
    },
    "ownership-offered": {
      subject: (application) => sentence`عُرض التطبيق ${application} على مالك آخر`,
      said: (application, user) =>
        sentence`عُرض التطبيق ${application} على ${user}. إن قُبل العرض انتقلت الملكية، ولن يكون لك وصول إليه.`,
      advice: "إن لم يكن العرض منك، فيُرجى سحبه وتغيير كلمة مرورك.",
    },
    transferred: {
      subject: (application) => sentence`مالك جديد للتطبيق ${application}`,
      said: (application, from, to) =>
        sentence`أصبح ${to} مالك التطبيق ${application}. لم يعد للمالك السابق ${from} وصول إليه.`,
      advice: "يعرف المالك السابق الأسرار الحالية، لذا يُستحسن إنشاء أسرار جديدة.",
      former: {
        subject: (application) => sentence`لم يعد التطبيق ${application} ملكًا لك`,
        said: (application, to) =>
          sentence`أصبح ${to} مالك التطبيق ${application}، ولم يعد لك وصول إليه.`,
        advice: "إن لم يكن ذلك متوقعًا، فيُرجى تغيير كلمة مرورك وإبلاغ المسؤول.",
      },
    },
    "limit-reached": {
      subject: (application) => sentence`تنبيه حدود التطبيق ${application}`,
      said: {
        80: {
          application: (application, limit, allowed) =>
            sentence`استهلك التطبيق ${application} 80% من حده ${limit} (${inRequests(allowed)} في كل فترة).`,
          "user and application": (application, limit, allowed) =>
            sentence`استهلك التطبيق ${application} 80% من حده ${limit} مع أحد مستخدميه (${inRequests(allowed)} لكل مستخدم في كل فترة).`,
        },
        100: {
          application: (application, limit, allowed) =>
            sentence`بلغ التطبيق ${application} حده ${limit} (${inRequests(allowed)} في كل فترة). تُرفض الطلبات الأخرى حتى يتجدد الحد.`,
          "user and application": (application, limit, allowed) =>
            sentence`بلغ التطبيق ${application} حده ${limit} مع أحد مستخدميه (${inRequests(allowed)} لكل مستخدم في كل فترة). تُرفض طلبات هذا المستخدم الأخرى حتى يتجدد الحد.`,
        },
      },
      advice:
        "تعرض صفحة الاستخدام ما بقي من كل حد. تصلك رسالة عن الحد نفسه في اليوم مرة على الأكثر عند 80% ومرة عند 100%.",
    },
    "old-secret": {
      subject: (application) => sentence`مضت سنة على سرّ التطبيق ${application}`,
      said: (application) =>
        sentence`أُنشئ سرّ التطبيق ${application} (consumer secret) قبل أكثر من سنة.`,
      advice:
        "يُستحسن تجديده من حين إلى آخر. يمكن أن يستمر عمل السرّ الحالي حتى 7 أيام إلى أن تُحدَّث البرامج.",
    },
  },
  apiKey: {
    subject: (key, day) => sentence`ينتهي مفتاح ${"API"} ${key} في ${day}`,
    said: (key, moment) =>
      sentence`ينتهي مفتاح ${"API"} ${key} في ${moment}. تُرفض بعد ذلك البرامج التي تستخدمه.`,
    advice:
      "يُستحسن تدويره قبل ذلك: يمكن أن ينتقل البرنامج إلى المفتاح الجديد فيما يستمر عمل السابق. وإن لم تعد هناك حاجة إليه فلا يلزم شيء.",
    open: `فتح مفاتيح ${latin("API")}`,
    why: (service) => sentence`تصلك هذه الرسالة لأنك من مسؤولي ${service}.`,
  },
  sunset: {
    subject: (day) => sentence`ينتهي في ${day} شيء تستخدمه تطبيقاتك`,
    rejected: (what, moment) => [`${what}: `, ...sentence`ترفضه الخدمة ابتداءً من ${moment}.`],
    announced: (what, moment) => [
      `${what}: `,
      ...sentence`يُستحسن ألا يستخدمه أي برنامج ابتداءً من ${moment}.`,
    ],
    applications: "يخص ذلك:",
    others: (count) => `وكذلك ${inApplications(count)}.`,
    brownout: (from, until, minutes) =>
      sentence`من ${from} إلى ${until} يُرفض منذ الآن في بداية الساعة، ${minutes}، ليُلاحَظ ما لا يزال يعتمد عليه.`,
    open: "ما يجب فعله",
    portal: "فتح تطبيقاتك",
  },
  open: {
    overview: "فتح التطبيق",
    keys: "عرض المفاتيح والرموز المميّزة",
    collaborators: "عرض المتعاونين",
    transfer: "فتح العرض",
    usage: "عرض الاستخدام",
  },
  why: (service) => sentence`تصلك هذه الرسالة لأنك تعمل على تطبيق لدى ${service}.`,
  formerWhy: (service) => sentence`تصلك هذه الرسالة لأنك عملت على تطبيق لدى ${service}.`,
  settings: "اختيار الرسائل التي تصلك",
};

export const notifications: Texts["notifications"] = {
  what: "نراسلك بشأن التطبيقات التي تملكها أو تعمل عليها محرّرًا، باللغة التي تُعرض لك بها هذه الصفحات.",
  legend: "مراسلتي عند",
  kinds: {
    secrets: {
      label: "إنشاء سرّ جديد (consumer secret)",
      hint: "أنشأ أحدهم سرًّا جديدًا لتطبيق.",
    },
    suspensions: {
      label: "إيقاف تطبيق أو إعادة تفعيله",
      hint: "تذكر الرسالة السبب.",
    },
    collaborators: {
      label: "انضمام أحد أو مغادرته",
      hint: "أُضيف متعاون أو أُزيل.",
    },
    limits: {
      label: "اقتراب حد من نهايته",
      hint: "لكل حد من حدود التطبيق، في اليوم مرة على الأكثر عند 80% ومرة عند 100%.",
    },
    "old-secrets": {
      label: "مرور سنة على سرّ (consumer secret)",
      hint: "مرة واحدة لكل سرّ.",
    },
    sunsets: {
      label: "قرب توقف شيء يستخدمه تطبيق",
      hint: "عند التخطيط لذلك، وقبل 14 يومًا وقبل 3 أيام من النهاية.",
    },
    "api-keys": {
      label: `قرب انتهاء مفتاح ${latin("API")}`,
      hint: "للمسؤولين، قبل 14 يومًا وقبل 3 أيام.",
    },
  },
  always:
    "الرسائل المتعلقة بأمان حسابك، مثل تغيير كلمة المرور، وبملكية التطبيقات، وبإنهاء أحد المسؤولين consumer secret، ورسائل المسؤولين تُرسل دائمًا.",
  save: "حفظ الإشعارات",
  saved: "تم حفظ الإشعارات.",
  withoutMail: {
    what: "لا ترسل هذه الخدمة رسائل بريد إلكتروني.",
    advice: "يسري اختيارك عندما يُعدّ المسؤول البريد الإلكتروني.",
  },
  unverified: {
    what: "لا تصلك هذه الرسائل بعد.",
    advice: "يُرجى إضافة عنوان بريد إلكتروني إلى ملفك الشخصي وتأكيده.",
  },
};
