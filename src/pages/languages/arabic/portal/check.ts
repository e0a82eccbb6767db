import type { Texts } from "../../texts.ts";
import { type Counted, counted, numbers } from "../counts.ts";
import { causes } from "./causes.ts";

export const check: Texts["portal"]["check"] = {
  title: "فحص توقيع",
  link: {
    what: "توقيع غير مطابق؟",
    advice: "يُلصق الطلب لمعرفة السبب.",
  },
  what: "يُلصق هنا طلب رُفض. يظهر لك ما الخطأ فيه وما يلزم تغييره، وما توقّعه الخدمة إلى جانب ما وقّعه برنامجك.",
  request: "الطلب",
  hint: "أمر curl أو طلب HTTP أو مدخل HAR، مع ترويسة Authorization. أو الطريقة والعنوان في سطر واحد، ثم الترويسات، ثم سطر فارغ، ثم المتن.",
  notKept: "لا يُحفظ الطلب، ولا تُستهلك قيمة nonce فيه.",
  submit: "معرفة السبب",
  another: "فحص توقيع آخر",
  notChecked: "لم يُفحص الطلب.",
  problems: {
    empty: "يُرجى لصق طلب.",
    "too-long": "طوله أكثر من 32,768 حرفًا. يُحذف ما ليس من الطلب.",
    "not-understood": "لا يبدو أمر curl ولا طلب HTTP ولا مدخل HAR.",
    "no-address": "ليس فيه عنوان.",
    "unclosed-quote": "في أمر curl علامة اقتباس غير مغلقة. يُلصق الأمر كاملًا.",
    "bad-json": "يبدو مدخل HAR، لكنه ليس JSON صحيحًا. يُلصق كاملًا.",
    "no-request-in-json": "ليس في JSON طلب له عنوان. يُرجى لصق مدخل واحد من ملف HAR.",
    "body-in-file": "يقرأ أمر curl المتن من ملف. يُوضع محتوى الملف مكان @ واسمه.",
    "too-many": "فُحصت طلبات كثيرة في وقت قصير. تُعاد المحاولة بعد بضع دقائق.",
  },
  answer: "الجواب",
  right: {
    what: "التوقيع مطابق.",
    advice: "ليس في هذا الطلب خطأ.",
  },
  certainty: {
    certain: {
      tag: "مؤكد",
      means: "مؤكد: تحصل الخدمة على توقيعك حين ترتكب الخطأ نفسه، أو تعلم السبب.",
    },
    guess: { tag: "مرجَّح", means: "مرجَّح: يفسّر ما يظهر، وقد يفسّره شيء آخر." },
  },
  baseStrings: {
    title: "النصان الأساسيان",
    expected: "ما توقّعه الخدمة",
    signed: "ما وقّعه برنامجك",
    differ: (character) => `يختلفان بدءًا من الحرف رقم ${numbers.format(character)}، وهو معلَّم.`,
    unknown: "يُقارَن هذا النص بالنص الأساسي الذي يوقّعه برنامجك.",
  },
  tried: (ways) => `${counted(ways, triedWays)}.`,
  causes,
};

const triedWays: Counted = {
  zero: "لم تُجرَّب طريقة للتوقيع",
  one: "جُرّبت طريقة واحدة للتوقيع",
  two: "جُرّبت طريقتان للتوقيع",
  few: "جُرّبت # طرق للتوقيع",
  many: "جُرّبت # طريقة للتوقيع",
  other: "جُرّبت # طريقة للتوقيع",
};
