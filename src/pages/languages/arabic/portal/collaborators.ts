import { sentence } from "../../sentence.ts";
import type { Texts } from "../../texts.ts";

const problems = {
  missing: "يُرجى كتابة اسم مستخدم.",
  unknown: "لا أحد يحمل اسم المستخدم هذا.",
  "is-owner": "هذا المستخدم يملك التطبيق بالفعل.",
  "too-many-waiting":
    "لدى هذا المستخدم خمس دعوات منك لم يُرد عليها. يمكن سحب إحداها أو انتظار الرد.",
};

export const collaborators: Texts["portal"]["collaborators"] = {
  title: "المتعاونون",
  what: "من يمكنهم العمل معك على هذا التطبيق. المالك وحده يستطيع دعوة غيره أو حذف التطبيق أو نقل ملكيته.",
  roles: { owner: "المالك", editor: "محرّر", viewer: "مطّلع" },
  invited: "مدعو",
  until: "تنتهي في",
  makeRole: { editor: "جعله محرّرًا", viewer: "جعله مطّلعًا" },
  end: {
    collaborator: {
      open: "إزالة",
      hint: "يفقد الوصول إلى هذا التطبيق فورًا، ولا يعود إلا بدعوة جديدة.",
      submit: "إزالة هذا المتعاون",
    },
    invitation: {
      open: "سحب الدعوة",
      hint: "لن يمكن قبولها بعد ذلك.",
      submit: "سحب هذه الدعوة",
    },
  },
  none: "لا متعاونين بعد.",
  leaveWhat: "بعد المغادرة لا يمكنك فتح هذا التطبيق إلا بدعوة جديدة.",
  leave: "مغادرة هذا التطبيق",
  invite: {
    title: "دعوة مستخدم",
    screenName: "اسم المستخدم",
    role: "الدور",
    hints: {
      editor: "يغيّر الإعدادات والمفاتيح والرموز المميّزة.",
      viewer: "يرى الاستخدام والمستخدمين، ولا يرى المفاتيح ولا يغيّرها أبدًا.",
    },
    submit: "إرسال الدعوة",
    notInvited: "لم تُرسل الدعوة.",
    problems: {
      ...problems,
      "is-collaborator": "هذا المستخدم متعاون بالفعل أو لديه دعوة.",
      "no-role": "يُرجى اختيار دور.",
      "too-many": "لا يمكن أن يكون لهذا التطبيق متعاونون أكثر. يجب إزالة أحدهم أولًا.",
    },
  },
  confirm: {
    title: "تأكيد الدور الجديد",
    what: (user) => sentence`بدور المحرّر يستطيع ${user} تغيير إعدادات هذا التطبيق ومفاتيحه.`,
    submit: "جعله محرّرًا",
    notChanged: "لم يتغير الدور.",
  },
};

export const transfer: Texts["portal"]["transfer"] = {
  title: "نقل الملكية",
  what: "يمكنك عرض هذا التطبيق على مستخدم آخر. يبقى لك حتى يقبل، ثم تفقد الوصول إليه ما لم يدعُك. تبقى المفاتيح والرموز المميّزة والمستخدمون كما هي.",
  screenName: "اسم مستخدم المالك الجديد",
  submit: "عرض التطبيق",
  notOffered: "لم يُعرض التطبيق.",
  problems,
  offered: (user) => sentence`عُرض هذا التطبيق على ${user} ولم يصل رد بعد.`,
  withdraw: "سحب العرض",
};

export const invitations: Texts["portal"]["invitations"] = {
  title: "الدعوات",
  none: "لا دعوات.",
  noneAdvice: "عندما يدعوك أحد إلى العمل على تطبيقه، يمكنك الرد هنا.",
  invited: {
    owner: (owner, application) => sentence`يريد ${owner} نقل ${application} إليك`,
    editor: (owner, application) => sentence`يدعوك ${owner} إلى ${application} بدور محرّر`,
    viewer: (owner, application) => sentence`يدعوك ${owner} إلى ${application} بدور مطّلع`,
  },
  means: {
    owner:
      "تصبح مسؤولًا عنه. يفقد المالك السابق الوصول إليه لكنه يعرف الأسرار الحالية، لذلك يُرجى إنشاء أسرار جديدة.",
    editor: "يمكنك تغيير إعداداته ومفاتيحه ورموزه المميّزة.",
    viewer: "يمكنك رؤية استخدامه وعدد من يستخدمونه.",
  },
  accept: { owner: "قبول الملكية", editor: "قبول", viewer: "قبول" },
  decline: "رفض",
  notes: {
    declined: "تم رفض الدعوة.",
    left: "غادرت التطبيق.",
    gone: "سُحبت هذه الدعوة أو تغيّرت. لم يحدث شيء.",
  },
  tooMany: (most) => `بلغ عدد تطبيقاتك الحد الأقصى، وهو ${most}. يجب حذف أحدها أو نقله قبل القبول.`,
  waiting: {
    what: "لديك دعوات.",
    advice: "يريد أحدهم مشاركة تطبيق معك.",
  },
};
