import { sentence } from "../sentence.ts";
import type { Texts } from "../texts.ts";
import { inMinutes } from "./dates.ts";

export const signIn: Texts["signIn"] = {
  title: "تسجيل الدخول",
  continueTo: (application) => sentence`للمتابعة إلى ${application}`,
  continueLater: (application) => sentence`بعد ذلك تتابع إلى ${application}.`,
  nothingSharedYet: "يظهر لك ما يطلبه قبل أي موافقة منك.",
  username: "اسم المستخدم أو عنوان البريد الإلكتروني",
  password: "كلمة المرور",
  submit: "تسجيل الدخول",
  forgot: "هل نسيت كلمة المرور؟",
  forgotAsk: "يمكنك طلب رابط لإعادة تعيين كلمة المرور من المسؤول.",
  noAccount: "ليس لديك حساب بعد؟",
  signUp: "إنشاء حساب",
  signedOut: "تم تسجيل خروجك.",
  passwordChanged: "تم تغيير كلمة مرورك. يمكنك تسجيل الدخول بالجديدة.",
  enterUsername: "يُرجى كتابة اسم المستخدم أو عنوان البريد الإلكتروني.",
  enterPassword: "يُرجى كتابة كلمة المرور.",
  caseSensitive: "الأحرف الكبيرة في كلمة المرور تختلف عن الصغيرة.",
  suspendedTitle: "هذا الحساب موقوف",
  suspendedBecause: (reason) => sentence`السبب: ${reason}`,
  problems: {
    wrong: {
      happened: "تعذّر تسجيل دخولك.",
      meaning:
        "اسم المستخدم أو عنوان البريد الإلكتروني أو كلمة المرور غير صحيحة، أو كانت المحاولات كثيرة.",
      advice:
        "يُرجى التحقق منها والمحاولة مرة أخرى. بعد عدة محاولات خاطئة، تُرفض حتى كلمة المرور الصحيحة مدة تصل إلى 15 دقيقة.",
    },
    missing: {
      happened: "تعذّر تسجيل دخولك.",
      meaning: "يتطلب تسجيل الدخول اسم المستخدم أو عنوان البريد الإلكتروني، وكلمة المرور.",
      advice: "يُرجى كتابتهما والمحاولة مرة أخرى.",
    },
    "too-many": (minutes) => ({
      happened: "محاولات كثيرة جدًا.",
      meaning: "تسجيل الدخول متوقف مؤقتًا لمنع تخمين كلمات المرور.",
      advice: `يمكنك المحاولة مرة أخرى بعد ${inMinutes(minutes)}.`,
    }),
    suspended: {
      happened: "هذا الحساب موقوف.",
      meaning: "لا يمكنك تسجيل الدخول حاليًا.",
      advice: "إن بدا لك ذلك خطأً، فيمكنك سؤال المسؤول.",
    },
    "stale-form": {
      happened: "بقيت هذه الصفحة مفتوحة مدة طويلة.",
      meaning: "حفاظًا على أمانك، لم نسجّل دخولك.",
      advice: "يُرجى كتابة كلمة المرور من جديد.",
    },
    busy: {
      happened: "الخدمة مشغولة.",
      meaning: "لم نتحقق من كلمة مرورك.",
      advice: "يُرجى الانتظار بضع ثوانٍ ثم المحاولة مرة أخرى.",
    },
  },
};
