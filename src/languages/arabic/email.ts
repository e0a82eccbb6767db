import { sentence } from "../sentence.ts";
import type { EmailTexts } from "../texts/email.ts";

export const email: EmailTexts = {
  confirm: {
    title: "هل هذا عنوان بريدك الإلكتروني؟",
    belongs: (address, user) => sentence`سُجّل العنوان ${address} في الحساب ${user}.`,
    meaning:
      "يُرجى التأكيد فقط إن كان هذا الحساب لك. بعد ذلك تعدّه التطبيقات التي يمكنها رؤيته عنوانًا موثوقًا.",
    submit: "تأكيد هذا العنوان",
  },
  confirmed: {
    title: "تم تأكيد عنوان البريد الإلكتروني",
    meaning: "لا تراه التطبيقات إلا بإذنك.",
  },
  gone: {
    happened: "لم يعد هذا الرابط يعمل",
    meaning: "سبق استخدامه، أو مضى عليه أكثر من يوم، أو تغير عنوان الحساب. لم يتغير شيء.",
    advice: "يُظهر ملفك الشخصي هل العنوان مؤكد، ويمكنك منه طلب رابط جديد.",
  },
  toProfile: "الانتقال إلى ملفك الشخصي",
};
