import { unusedNoticeDays } from "../../../domain/unused-access.ts";
import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inDays, inMinutes } from "./dates.ts";

export const mail: Texts["mail"] = {
  passwordReset: {
    subject: (service) => sentence`اختيار كلمة مرور جديدة لدى ${service}`,
    asked: (service) => sentence`وصل إلى ${service} طلب، منك على الأرجح، لاختيار كلمة مرور جديدة.`,
    forAccount: (user) => sentence`اختيار كلمة مرور جديدة للحساب ${user}`,
    lives: (minutes, links) =>
      `${links === 1 ? "يعمل الرابط" : "يعمل كل رابط"} مرة واحدة، وتنتهي صلاحيته بعد ${inMinutes(minutes)}.`,
    notYou:
      "إن لم يكن الطلب منك، فيمكنك تجاهل هذه الرسالة: تبقى كلمة مرورك كما هي. يُرجى عدم مشاركة هذه الرسالة.",
  },
  emailVerification: {
    subject: (service) => sentence`تأكيد عنوان بريدك الإلكتروني لدى ${service}`,
    asked: (user, service) =>
      sentence`سُجّل هذا العنوان في الحساب ${user} لدى ${service}. إن كان الحساب لك، فيمكنك تأكيد العنوان.`,
    lives: "يعمل الرابط مرة واحدة، وتنتهي صلاحيته بعد 24 ساعة.",
    notYou:
      "إن لم يكن الحساب لك، فيمكنك تجاهل هذه الرسالة: يبقى العنوان غير مؤكد. يُرجى عدم مشاركة الرابط.",
  },
  invitation: {
    subject: (service) => sentence`دعوة إلى ${service}`,
    invited: (service) => sentence`يدعوك فريق تشغيل ${service} إلى إنشاء حساب.`,
    invitedBy: (user, service) => sentence`يدعوك ${user} إلى إنشاء حساب لدى ${service}.`,
    create: "إنشاء الحساب",
    lives: (days) => `ينشئ الرابط حسابًا واحدًا، وتنتهي صلاحيته بعد ${inDays(days)}.`,
    notYou: "إذا لم تكن هذه الدعوة متوقعة، يمكن تجاهل هذه الرسالة. يجب عدم مشاركة الرابط.",
  },
  factors: {
    subject: (service) => sentence`أمان حسابك لدى ${service}`,
    said: {
      turnedOn: (user, service) =>
        sentence`التحقق بخطوتين مفعّل الآن في حسابك ${user} لدى ${service} بتطبيق مصادقة جديد، وانتهت كل الجلسات الأخرى.`,
      turnedOff: (user, service) =>
        sentence`تم إيقاف التحقق بخطوتين في حسابك ${user} لدى ${service}، وانتهت كل الجلسات الأخرى.`,
      passkeyAdded: (user, service) =>
        sentence`تمت إضافة مفتاح مرور إلى حسابك ${user} في ${service}. تم تسجيل الخروج من كل الجلسات الأخرى.`,
      passkeyRemoved: (user, service) =>
        sentence`تم حذف مفتاح مرور من حسابك ${user} في ${service}. تم تسجيل الخروج من كل الجلسات الأخرى.`,
      passkeyCounterBack: (user, service) =>
        sentence`رفضنا مفتاح مرور لحسابك ${user} في ${service}: قد تكون لدى أحدهم نسخة منه.`,
      newCodes: (user, service) =>
        sentence`تم إنشاء رموز استرداد جديدة لحسابك ${user} لدى ${service}، ولم تعد السابقة تعمل.`,
      codeUsed: (user, service) =>
        sentence`سجّل أحدهم الدخول إلى حسابك ${user} لدى ${service} برمز استرداد. يصلح كل رمز مرة واحدة.`,
      codesRejected: (user, service) =>
        sentence`أدخل أحدهم كلمة المرور الصحيحة لحسابك ${user} لدى ${service}، ثم عدة رموز غير صحيحة.`,
      appRemoved: (user, service) =>
        sentence`أزال القائمون على ${service} تطبيق المصادقة من حسابك ${user}، وتم تسجيل الخروج من كل الجلسات.`,
      passkeyTaken: (user, service) =>
        sentence`أزال القائمون على ${service} مفتاح مرور من حسابك ${user}، وتم تسجيل الخروج من كل الجلسات.`,
      removed: (user, service) =>
        sentence`أزال القائمون على ${service} التحقق بخطوتين من حسابك ${user}، وانتهت كل الجلسات.`,
      recoveryLinkMade: (user, service) =>
        sentence`أنشأ القائمون على ${service} رابطًا لإعداد حسابك ${user} من جديد: يمكن لمن لديه الرابط اختيار كلمة مرور جديدة، ويُزال التحقق بخطوتين وكل طريقة أخرى لتسجيل الدخول.`,
      recovered: (user, service) =>
        sentence`أُعيد إعداد حسابك ${user} لدى ${service} برابط: له كلمة مرور جديدة، وأُزيل التحقق بخطوتين وكل طريقة أخرى لتسجيل الدخول، وانتهت كل الجلسات. ويلزم تأكيد عنوان البريد هذا من جديد.`,
      identityLinked: (user, service) =>
        sentence`أصبح من الممكن فتح حسابك ${user} لدى ${service} عبر مزوّد هوية، وانتهت كل الجلسات الأخرى.`,
      identityUnlinked: (user, service) =>
        sentence`لم تعد هوية مرتبطة بحسابك ${user} لدى ${service}، وانتهت كل الجلسات الأخرى.`,
      identityRemoved: (user, service) =>
        sentence`أزال القائمون على ${service} هوية مرتبطة من حسابك ${user}، وانتهت كل الجلسات.`,
    },
    advice: {
      notYou: "إن لم يكن ذلك منك، فيُرجى تغيير كلمة مرورك فورًا، وإبلاغ القائمين على الخدمة.",
      notAsked: "إن لم تطلب ذلك، فيُرجى إبلاغ القائمين على الخدمة.",
      copied: "إن لم تعرف السبب، فيُرجى حذف المفتاح وإبلاغ القائمين على الخدمة.",
    },
  },
  accessExpiring: {
    subject: (service) => sentence`قرب انتهاء وصول إلى حسابك لدى ${service}`,
    changed: (user, service) =>
      sentence`لم تستخدم بعض التطبيقات حسابك ${user} لدى ${service} منذ مدة طويلة. ينتهي وصولها بعد ${String(unusedNoticeDays)} يومًا إن لم تستخدمه حتى ذلك الحين، ويمكنك ربطها من جديد في أي وقت.`,
    notYou: "إن لم تعد تحتاج إليها، فلا يلزمك فعل شيء. وتوضح قائمة تطبيقاتك أيها المقصود.",
  },
  passwordChanged: {
    subject: (service) => sentence`تم تغيير كلمة مرورك لدى ${service}`,
    changed: (user, service) =>
      sentence`تم تغيير كلمة مرور حسابك ${user} لدى ${service}، وانتهت كل الجلسات الأخرى.`,
    notYou: "إن لم يكن ذلك منك، فيُرجى اختيار كلمة مرور جديدة فورًا، وإبلاغ القائمين على الخدمة.",
  },
  emailChanged: {
    subject: (service) => sentence`تم تغيير بريدك الإلكتروني لدى ${service}`,
    changed: (user, service) =>
      sentence`للحساب ${user} لدى ${service} عنوان بريد إلكتروني آخر الآن، ولم يعد هذا العنوان تابعًا له.`,
    notYou:
      "إن لم يكن ذلك منك، فيُرجى تسجيل الدخول وإعادة العنوان واختيار كلمة مرور جديدة، وإبلاغ القائمين على الخدمة.",
  },
  screenNameChanged: {
    subject: (service) => sentence`تم تغيير اسم المستخدم لحسابك لدى ${service}`,
    changed: (user, service) => sentence`لم يعد ${user} اسم المستخدم لحسابك لدى ${service}.`,
    notYou: "إن لم يكن ذلك منك، فيُرجى اختيار كلمة مرور جديدة فورًا، وإبلاغ القائمين على الخدمة.",
  },
  accountDeleted: {
    subject: (service) => sentence`تم حذف حسابك لدى ${service}`,
    changed: (user, service) =>
      sentence`تم حذف حسابك ${user} لدى ${service}، وانتهت كل الجلسات، ولم يعد لأي تطبيق وصول.`,
    notYou: "إن لم تطلب ذلك، فيُرجى إبلاغ القائمين على الخدمة فورًا.",
  },
  open: {
    password: "تغيير كلمة المرور",
    reset: "اختيار كلمة مرور جديدة",
    profile: "فتح ملفك الشخصي",
    passkeys: "فتح مفاتيح المرور",
    applications: "عرض تطبيقاتك",
  },
};
