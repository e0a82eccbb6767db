import { sentence } from "../sentence.ts";
import type { HomeTexts } from "../texts/home.ts";

export const home: HomeTexts = {
  title: "مرحبًا بك",
  what: (service) =>
    sentence`بحسابك في ${service} تسجّل الدخول إلى التطبيقات، وتقرر ما يمكن لكل منها فعله نيابةً عنك.`,
  signUp: "إنشاء حساب",
  developers: "للمطوّرين",
  developersHint: "لإنشاء التطبيقات والحصول على مفاتيحها وتجربتها.",
  portal: "فتح بوابة المطوّرين",
};
