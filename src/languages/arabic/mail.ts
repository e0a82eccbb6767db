import { sentence } from "../sentence.ts";
import type { MailTexts } from "../texts/mail.ts";
import { inMinutes } from "./dates.ts";

export const mail: MailTexts = {
  passwordReset: {
    subject: (service) => sentence`اختيار كلمة مرور جديدة لدى ${service}`,
    asked: (service) => sentence`وصل إلى ${service} طلب، منك على الأرجح، لاختيار كلمة مرور جديدة.`,
    forAccount: (user) => sentence`لاختيار كلمة مرور جديدة للحساب ${user}، يُرجى فتح هذا الرابط:`,
    lives: (minutes) => `يعمل كل رابط مرة واحدة، وتنتهي صلاحيته بعد ${inMinutes(minutes)}.`,
    notYou:
      "إن لم يكن الطلب منك، فيمكنك تجاهل هذه الرسالة: تبقى كلمة مرورك كما هي. يُرجى عدم مشاركة الرابط.",
  },
  emailConfirmation: {
    subject: (service) => sentence`تأكيد عنوان بريدك الإلكتروني لدى ${service}`,
    asked: (user, service) =>
      sentence`سُجّل هذا العنوان في الحساب ${user} لدى ${service}. إن كان الحساب لك، فيمكنك تأكيد العنوان هنا:`,
    lives: "يعمل الرابط مرة واحدة، وتنتهي صلاحيته بعد 24 ساعة.",
    notYou:
      "إن لم يكن الحساب لك، فيمكنك تجاهل هذه الرسالة: يبقى العنوان غير مؤكد. يُرجى عدم مشاركة الرابط.",
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
};
