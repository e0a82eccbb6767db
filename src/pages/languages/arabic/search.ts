import { sentence } from "../sentence.ts";
import { inRequests } from "./counts.ts";

export const search = {
  title: "البحث",
  submit: "بحث",
  field: "ابحث، أو الصق مفتاحًا أو رمزًا",
  loading: "جارٍ البحث…",
  failed: "البحث غير متاح الآن. اضغط Enter للمحاولة مجددًا في صفحة مستقلة.",
  tooMany: "بحثت مرات كثيرة جدًا. حاول مجددًا بعد بضع دقائق.",
  none: "لا توجد نتائج.",
  noneAdvice: "يمكنك البحث عن الأسماء والصفحات، أو لصق معرّف أو مفتاح أو رمز كامل.",
  groups: {
    applications: "التطبيقات",
    users: "المستخدمون",
    actions: "الإجراءات",
    requests: "الطلبات",
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
  recognizes: {
    admin:
      "يتعرّف أيضًا على consumer key وconsumer secret ورموز الوصول ورموز الحامل ومفاتيح API ومعرّفات الطلبات وروابط الدعوة وإعادة التعيين.",
    own: "يتعرّف أيضًا على consumer key وconsumer secret ورموز الوصول ورموز الحامل ومعرّفات الطلبات الخاصة بتطبيقاتك.",
  },
  credential: {
    kinds: {
      "consumer-key": "consumer key",
      "consumer-secret": "consumer secret",
      "access-token": "رمز الوصول",
      "access-token-secret": "سر رمز الوصول",
      "bearer-token": "رمز الحامل",
      "request-token": "رمز الطلب",
      "api-key": "مفتاح API",
      link: "رابط",
    },
    links: {
      invitation: "رابط دعوة",
      "password-reset": "رابط إعادة تعيين كلمة المرور",
      "account-recovery": "رابط استعادة الحساب",
      admin: "رابط مسؤول",
      email: "رابط تأكيد البريد الإلكتروني",
    },
    of: (whose: string) => sentence`يخص ${whose}`,
    states: {
      active: "نشط",
      "application-suspended": "التطبيق موقوف",
      "user-suspended": "المستخدم موقوف",
      ended: "لم يعد يعمل",
    },
    owner: (owner: string) => sentence`المالك ${owner}`,
    user: (user: string) => sentence`المستخدم ${user}`,
    created: "تاريخ الإنشاء:",
    lastUsed: "آخر استخدام:",
    inUse: (requests: number) => `قيد الاستخدام: ${inRequests(requests)} في الساعة الأخيرة`,
    end: "إنهاء…",
    use: "عرض ما استخدمه",
    forgotten: "أُرسل ما لصقته في نص طلب، وقورن، ثم نُسي. لا يوجد في أي عنوان URL ولا في أي سجل.",
    recorded: "يذكر سجل التدقيق أنك بحثت عن بيانات الاعتماد هذه، لا ما لصقته.",
  },
  inUrl: {
    title: "لم يُبحث عنه",
    happened: "يبدو هذا مفتاحًا أو رمزًا، وقد وصل في عنوان URL.",
    meaning:
      "تبقى عناوين URL في سجل المتصفحات وفي السجلات. لم يُبحث عنه. إن كان سرًّا ما زال يعمل، فاستبدله.",
    advice: "الصقه في الحقل أعلاه. ما تلصقه هناك لا يكون أبدًا جزءًا من عنوان URL.",
  },
};
