import { sentence } from "../sentence.ts";
import type { MailTexts } from "../texts/mail.ts";
import { inMinutes } from "./dates.ts";

export const mail: MailTexts = {
  passwordReset: {
    subject: (service) => sentence`اختيار كلمة مرور جديدة لدى ${service}`,
    asked: (service) => sentence`وصل إلى ${service} طلب، منك على الأرجح، لاختيار كلمة مرور جديدة.`,
    forAccount: (user) => sentence`للحساب ${user}:`,
    lives: (minutes) => `يصلح الرابط مرة واحدة، خلال ${inMinutes(minutes)}.`,
    notYou:
      "إن لم يكن الطلب منك، فلا حاجة إلى فعل أي شيء: تبقى كلمة مرورك كما هي. لا يُعطى الرابط لأحد.",
  },
  emailConfirmation: {
    subject: (service) => sentence`تأكيد عنوان بريدك الإلكتروني لدى ${service}`,
    asked: (user, service) =>
      sentence`سُجّل هذا العنوان في الحساب ${user} لدى ${service}. إن كان الحساب لك، فيمكنك تأكيد العنوان هنا:`,
    lives: "يصلح الرابط مرة واحدة، خلال يوم.",
    notYou:
      "إن لم يكن الحساب لك، فيُرجى عدم فتح الرابط: يبقى العنوان غير مؤكد. لا يُعطى الرابط لأحد.",
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
      sentence`للحساب ${user} لدى ${service} عنوان بريد إلكتروني آخر من الآن؛ لم يعد هذا العنوان عنوانه.`,
    notYou:
      "إن لم يكن ذلك منك، فيُرجى تسجيل الدخول وإعادة العنوان واختيار كلمة مرور جديدة، وإبلاغ القائمين على الخدمة.",
  },
};
