import { sentence } from "../sentence.ts";

export const search = {
  title: "البحث",
  submit: "بحث",
  field: "ابحث، أو الصق مفتاحًا أو رمزًا",
  loading: "جارٍ البحث…",
  failed: "البحث غير متاح الآن. اضغط Enter للمحاولة مجددًا في صفحة مستقلة.",
  none: "لا توجد نتائج.",
  noneAdvice: "يمكنك البحث عن الأسماء والصفحات، أو لصق معرّف أو مفتاح أو رمز كامل.",
  groups: {
    applications: "التطبيقات",
    users: "المستخدمون",
    actions: "الإجراءات",
    pages: "الصفحات والأدلة",
  },
  actions: {
    suspend: (application: string) => sentence`إيقاف ${application}…`,
    events: (application: string) => sentence`عرض أحداث ${application}`,
    keys: (application: string) => sentence`مفاتيح ورموز ${application}`,
    usage: (application: string) => sentence`استخدام ${application}`,
    inviteUser: "دعوة مستخدم",
    createApiKey: "إنشاء مفتاح API",
    createApplication: "إنشاء تطبيق",
    downloadData: "تنزيل بياناتك",
    signOutElsewhere: "تسجيل الخروج من الأجهزة الأخرى",
  },
  keys: { choose: "اختيار", open: "فتح", close: "إغلاق", also: "يفتحه أيضًا" },
  recognizes:
    "يتعرّف أيضًا على consumer key وconsumer secret ورموز الوصول ورموز الحامل ومفاتيح API وروابط الدعوة وإعادة التعيين.",
  inUrl: {
    title: "لم يُبحث عنه",
    happened: "يبدو هذا مفتاحًا أو رمزًا، وقد وصل في عنوان URL.",
    meaning:
      "تبقى عناوين URL في سجل المتصفحات وفي السجلات. لم يُبحث عنه. إن كان سرًّا ما زال يعمل، فاستبدله.",
    advice: "الصقه في الحقل أعلاه. ما تلصقه هناك لا يكون أبدًا جزءًا من عنوان URL.",
  },
};
