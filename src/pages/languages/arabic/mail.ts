import { unusedNoticeDays } from "../../../domain/unused-access.ts";
import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inDays, inMinutes } from "./dates.ts";

export const mail: Texts["mail"] = {
  passwordReset: {
    subject: (service) => sentence`إعادة تعيين كلمة مرورك لدى ${service}`,
    asked: (service) => sentence`تلقّينا طلبًا لإعادة تعيين كلمة مرورك لدى ${service}.`,
    forAccount: (user) => sentence`إعادة تعيين كلمة مرور الحساب ${user}`,
    lives: (minutes, links) =>
      `${links === 1 ? "يعمل الرابط" : "يعمل كل رابط"} مرة واحدة، وتنتهي صلاحيته بعد ${inMinutes(minutes)}.`,
    notYou:
      "إن لم يكن الطلب منك، فيمكنك تجاهل هذه الرسالة: تبقى كلمة مرورك كما هي. يُرجى عدم مشاركة هذه الرسالة.",
  },
  emailVerification: {
    subject: (service) => sentence`تأكيد عنوان بريدك الإلكتروني لدى ${service}`,
    asked: (user, service) =>
      sentence`أدخل أحدهم هذا العنوان للحساب ${user} لدى ${service}. إن كان الحساب لك، فيمكنك تأكيد العنوان.`,
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
  test: {
    subject: (service) => sentence`رسالة تجريبية من ${service}`,
    said: (user, service) =>
      sentence`أرسل ${user} هذه الرسالة للتحقق من قدرة ${service} على إرسال البريد. وهي قادرة على ذلك.`,
    open: "فتح الإعدادات",
  },
  factors: {
    subject: (service) => sentence`تنبيه أمني لحسابك لدى ${service}`,
    said: {
      turnedOn: (user, service) =>
        sentence`التحقق بخطوتين مفعّل الآن في حسابك ${user} لدى ${service} بتطبيق مصادقة جديد، وانتهت كل الجلسات الأخرى.`,
      turnedOff: (user, service) =>
        sentence`تم إيقاف التحقق بخطوتين في حسابك ${user} لدى ${service}، وانتهت كل الجلسات الأخرى.`,
      passkeyAdded: (user, service) =>
        sentence`تمت إضافة مفتاح مرور إلى حسابك ${user} لدى ${service}. تم تسجيل الخروج من كل الجلسات الأخرى.`,
      passkeyRemoved: (user, service) =>
        sentence`تم حذف مفتاح مرور من حسابك ${user} لدى ${service}. تم تسجيل الخروج من كل الجلسات الأخرى.`,
      passkeyCounterBack: (user, service) =>
        sentence`رفضنا مفتاح مرور لحسابك ${user} لدى ${service}: قد تكون لدى أحدهم نسخة منه.`,
      newCodes: (user, service) =>
        sentence`تم إنشاء رموز استرداد جديدة لحسابك ${user} لدى ${service}، ولم تعد السابقة تعمل.`,
      codeUsed: (user, service) =>
        sentence`سجّل أحدهم الدخول إلى حسابك ${user} لدى ${service} برمز استرداد. يصلح كل رمز مرة واحدة.`,
      codesRejected: (user, service) =>
        sentence`أدخل أحدهم كلمة المرور الصحيحة لحسابك ${user} لدى ${service}، ثم عدة رموز غير صحيحة.`,
      appRemoved: (user, service) =>
        sentence`أزال أحد مسؤولي ${service} تطبيق المصادقة من حسابك ${user}، وتم تسجيل الخروج من كل الجلسات.`,
      passkeyTaken: (user, service) =>
        sentence`أزال أحد مسؤولي ${service} مفتاح مرور من حسابك ${user}، وتم تسجيل الخروج من كل الجلسات.`,
      removed: (user, service) =>
        sentence`أزال أحد مسؤولي ${service} التحقق بخطوتين من حسابك ${user}، وانتهت كل الجلسات.`,
      recoveryLinkMade: (user, service) =>
        sentence`أنشأ أحد مسؤولي ${service} رابطًا لاسترداد حسابك ${user}. من يستخدمه يختار كلمة مرور جديدة، ويُزال التحقق بخطوتين وكل طريقة أخرى لتسجيل الدخول.`,
      recovered: (user, service) =>
        sentence`استُرد حسابك ${user} لدى ${service} برابط: له كلمة مرور جديدة، وأُزيل التحقق بخطوتين وكل طريقة أخرى لتسجيل الدخول، وانتهت كل الجلسات. ويلزم تأكيد عنوان البريد هذا من جديد.`,
      identityLinked: (user, service) =>
        sentence`يمكنك الآن تسجيل الدخول إلى حسابك ${user} لدى ${service} عبر مزوّد هوية، وانتهت كل الجلسات الأخرى.`,
      identityUnlinked: (user, service) =>
        sentence`تم إلغاء ربط هوية بحسابك ${user} لدى ${service}، وانتهت كل الجلسات الأخرى.`,
      identityRemoved: (user, service) =>
        sentence`أزال أحد مسؤولي ${service} هوية مرتبطة من حسابك ${user}، وانتهت كل الجلسات.`,
    },
    advice: {
      notYou: "إن لم يكن ذلك منك، فيُرجى تغيير كلمة مرورك فورًا، وإبلاغ المسؤول.",
      notAsked: "إن لم تطلب ذلك، فيُرجى إبلاغ المسؤول.",
      copied: "إن لم تعرف السبب، فيُرجى حذف المفتاح وإبلاغ المسؤول.",
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
    notYou: "إن لم يكن ذلك منك، فيُرجى إعادة تعيين كلمة مرورك فورًا، وإبلاغ المسؤول.",
  },
  emailChanged: {
    subject: (service) => sentence`تم تغيير بريدك الإلكتروني لدى ${service}`,
    changed: (user, service) =>
      sentence`تم تغيير عنوان البريد الإلكتروني لحسابك ${user} لدى ${service}، ولم يعد هذا العنوان مرتبطًا به.`,
    notYou:
      "إن لم يكن ذلك منك، فيُرجى تسجيل الدخول وإعادة العنوان واختيار كلمة مرور جديدة، وإبلاغ المسؤول.",
  },
  screenNameChanged: {
    subject: (service) => sentence`تم تغيير اسم المستخدم لحسابك لدى ${service}`,
    changed: (user, service) => sentence`لم يعد ${user} اسم المستخدم لحسابك لدى ${service}.`,
    notYou: "إن لم يكن ذلك منك، فيُرجى إعادة تعيين كلمة مرورك فورًا، وإبلاغ المسؤول.",
  },
  accountDeleted: {
    subject: (service) => sentence`تم حذف حسابك لدى ${service}`,
    changed: (user, service) =>
      sentence`تم حذف حسابك ${user} لدى ${service}، وانتهت كل الجلسات، ولم يعد لأي تطبيق وصول.`,
    notYou: "إن لم تطلب ذلك، فيُرجى إبلاغ المسؤول فورًا.",
  },
  facts: { when: "الوقت", where: "عنوان IP", browser: "المتصفح" },
  open: {
    password: "تغيير كلمة المرور",
    reset: "إعادة تعيين كلمة المرور",
    profile: "فتح ملفك الشخصي",
    passkeys: "فتح مفاتيح المرور",
    applications: "عرض تطبيقاتك",
    events: "عرض الأحداث الأمنية",
    contact: "التواصل مع المسؤول",
  },
};
