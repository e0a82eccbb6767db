import type { Alteration, CauseDetails, EncodingPlace } from "../../../../doctor/cause.ts";
import type { CauseTexts } from "../../causes.ts";
import { quoted, spaced } from "../../formats.ts";
import { numbers } from "../counts.ts";
import { dates } from "../dates.ts";
import { latin } from "../latin.ts";

export const causes: CauseTexts = {
  unsigned: {
    what: `الطلب غير موقّع: ليس فيه معاملات ${latin("oauth_")}.`,
    change:
      "يُلصق الطلب مع ترويسة Authorization. كثيرًا ما تحذفها المتصفحات والخوادم الوسيطة عند تصدير الطلب.",
  },
  bearer: {
    what: "في الطلب رمز الحامل (bearer token) حيث قد يلزم توقيع.",
    change:
      "يعمل رمز الحامل باسم التطبيق. للعمل باسم مستخدم يُوقَّع الطلب وفق OAuth 1.0a برمز الوصول الخاص به.",
  },
  basic: {
    what: "يستخدم الطلب Basic، ولا يقبلها إلا oauth2/token.",
    change: "يُوقَّع الطلب وفق OAuth 1.0a، أو يُطلب رمز الحامل أولًا ثم يُرسل.",
  },
  "basic-needed": {
    what: "يأخذ oauth2/token كلًّا من consumer key والسرّ بطريقة Basic، لا توقيعًا.",
    change: "تُرسل الترويسة Authorization: Basic وبعدها base64 للمفتاح والسرّ تفصل بينهما نقطتان.",
  },
  "basic-malformed": {
    what: "ليست ترويسة Authorization هي Basic وبعدها base64 للمفتاح والسرّ.",
    change: "يُجمع consumer key والسرّ بنقطتين، ثم يُرمَّز الناتج مرة واحدة بترميز base64.",
  },
  "basic-secret": {
    what: "consumer key صحيح، لكن السرّ ليس سرّ هذا التطبيق.",
    change: "يُرسل consumer secret الحالي للتطبيق، لا سرّ رمز مميّز.",
  },
  "two-headers": {
    what: "في الطلب ترويستا Authorization.",
    change: "تُرسل واحدة فقط. ربما أضاف خادم وسيط أو مكتبة HTTP ترويسة أخرى.",
  },
  "two-identities": {
    what: `في الطلب معاملات ${latin("oauth_")} وترويسة Authorization من نوع آخر.`,
    change: "يُرسل نوع واحد من بيانات الاعتماد.",
  },
  "malformed-header": {
    what: `ليست ترويسة Authorization قائمة أزواج من الشكل ${latin('name="value"')}.`,
    change: "تُكتب OAuth ثم الأزواج تفصل بينها فواصل، مع ترميز القيم بعلامة النسبة المئوية.",
  },
  missing: {
    what: ({ name }) => `ينقص ${latin(name)}.`,
    change: ({ name }) => `يُضاف ${latin(name)} ويُوقَّع الطلب معه.`,
  },
  "different-values": {
    what: ({ name }) => `أُرسل ${latin(name)} مرتين بقيمتين مختلفتين.`,
    change: "يُرسل مرة واحدة، في الترويسة أو الاستعلام أو النموذج.",
  },
  "not-utf8": {
    what: ({ name }) => `قيمة ${latin(name)} ليست بترميز UTF-8.`,
    change: "يُحوَّل النص إلى UTF-8 قبل ترميزه بعلامة النسبة المئوية.",
  },
  "too-many-parameters": {
    what: ({ most }) => `في الطلب أكثر من ${numbers.format(most)} معاملًا.`,
    change: "يُرسل عدد أقل، أو تُرسل المعاملات في متن JSON، وهو لا يُوقَّع.",
  },
  version: {
    what: ({ sent }) => `قيمة oauth_version هي ${isolated(sent)}، ولا يُقبل إلا 1.0.`,
    change: "تُرسل القيمة 1.0، أو لا يُرسل oauth_version.",
  },
  "timestamp-form": {
    what: ({ sent }) => `قيمة oauth_timestamp هي ${isolated(sent)}، وهي ليست عددًا صحيحًا.`,
    change: "تُرسل الثواني منذ 1 يناير 1970 الساعة 00:00 UTC، بالأرقام وحدها.",
  },
  "nonce-form": {
    what: "ليس oauth_nonce من 1 إلى 128 حرفًا من حروف ASCII القابلة للطباعة.",
    change: "تُستخدم الحروف اللاتينية والأرقام، مثل 32 رقمًا ست عشريًا عشوائيًا.",
  },
  "signature-method": {
    what: ({ sent, right }) =>
      right
        ? `الطلب موقّع بطريقة ${isolated(sent)}، وهي غير مقبولة. الأسرار صحيحة.`
        : `قيمة oauth_signature_method هي ${isolated(sent)}، وهي غير مقبولة.`,
    change: ({ accepted }) =>
      `تُضبط طريقة التوقيع في المكتبة على ${accepted.map(latin).join(" أو ")}.`,
  },

  "other-key": {
    what: ({ application }) =>
      application === undefined
        ? "ليس consumer key لهذا التطبيق."
        : `consumer key هذا لتطبيق آخر من تطبيقاتك، ${latin(application)}.`,
    change: "يُستخدم المفتاح والسرّ للتطبيق نفسه.",
  },
  "key-altered": {
    what: ({ how }) => `consumer key لهذا التطبيق، لكنه ${altered[how]}.`,
    change: "يُنسخ المفتاح من جديد، ويُفحص المكان الذي يقرؤه منه البرنامج.",
  },
  "token-missing": {
    what: "ليس في الطلب oauth_token.",
    change: "يُرسل الرمز المميّز في oauth_token، ويُوقَّع الطلب بسرّه.",
  },
  "token-unwanted": {
    what: "في الطلب رمز مميّز لمستخدم، وهذه الواجهة للتطبيقات التي تتصرّف باسمها.",
    change: "يُوقَّع الطلب بمفتاح التطبيق وسرّه وحدهما، دون oauth_token.",
  },
  "token-gone": {
    what: ({ kind }) => tokensGone[kind],
    change: ({ kind }) =>
      kind === "request"
        ? "يُبدأ من جديد برمز طلب جديد."
        : "يُفحص إن كان الرمز المميّز مرسلًا كاملًا، أو يُطلب الوصول من المستخدم مرة أخرى.",
  },
  "token-revoked": {
    what: ({ at, by }) => `لم يعد رمز الوصول يعمل: ${revokers[by]} في ${dates.moment(at)}.`,
    change: "يُطلب الوصول من المستخدم مرة أخرى، فيصدر رمز جديد.",
  },
  "token-of-other-application": {
    what: ({ application }) => `الرمز المميّز لتطبيق آخر من تطبيقاتك، ${latin(application)}.`,
    change: "يُستخدم الرمز المميّز مع consumer key الذي صدر له.",
  },
  "request-token-expired": {
    what: ({ at }) => `انتهت صلاحية رمز الطلب في ${dates.moment(at)}. مدته 15 دقيقة.`,
    change: "يُبدأ من جديد برمز طلب جديد.",
  },
  "request-token-instead": {
    what: "هذا رمز طلب، وهذا الاستدعاء يحتاج إلى رمز وصول.",
    change: "يُستبدل أولًا لدى oauth/access_token، ثم يُوقَّع برمز الوصول الناتج.",
  },
  "access-token-instead": {
    what: "هذا رمز وصول، ويحتاج oauth/access_token إلى رمز الطلب.",
    change: "يُستبدل رمز الطلب الذي وافق عليه المستخدم.",
  },
  "not-approved": {
    what: "لم يوافق أحد بعد على رمز الطلب.",
    change: "يُرسل المستخدم إلى oauth/authorize، ويُستبدل الرمز المميّز بعد عودته.",
  },

  "secret-revoked": {
    what: ({ at }) =>
      `أنهى أحد المسؤولين consumer secret في ${dates.moment(at)}، لذلك يُرفض كل طلب يحمل consumer key هذا.`,
    change: "يُنشأ consumer secret جديد في «المفاتيح والرموز المميّزة» ويُوضع في البرنامج.",
  },
  "previous-secret": {
    what: ({ until }) =>
      `يستخدم الطلب consumer secret القديم الذي انتهى في ${dates.moment(until)}.`,
    change: "يُوضع consumer secret الحالي في البرنامج.",
  },
  "other-application-secret": {
    what: ({ application }) => `consumer secret هذا لتطبيق آخر من تطبيقاتك، ${latin(application)}.`,
    change: "يُستخدم المفتاح والسرّ للتطبيق نفسه.",
  },
  "consumer-secret-altered": {
    what: ({ how }) => `consumer secret صحيح، لكنه ${altered[how]}.`,
    change: fixOfAlteration,
  },
  "consumer-secret-missing": {
    what: "الطلب موقّع بقيمة فارغة مكان consumer secret.",
    change: "يُفحص إن كان البرنامج يجد السرّ، مثلًا إن كان متغير البيئة معيّنًا.",
  },
  "consumer-secret-is-key": {
    what: "استُخدم consumer key مكان consumer secret.",
    change: "يُوضع consumer secret في مكانه.",
  },
  "consumer-secret-is-token-secret": {
    what: "استُخدم سرّ الرمز المميّز مكان consumer secret.",
    change: "يأتي consumer secret أولًا في مفتاح التوقيع، ثم سرّ الرمز المميّز.",
  },
  "token-secret-missing": {
    what: "الطلب موقّع دون سرّ الرمز المميّز.",
    change: "يُعطى سرّ الرمز المميّز للمكتبة مع الرمز المميّز.",
  },
  "signed-alone": {
    what: "في الطلب رمز مميّز، لكنه موقّع كأن التطبيق أرسله دون رمز مميّز.",
    change: "يُعطى الرمز المميّز وسرّه للمكتبة. وإن كان التطبيق يتصرّف باسمه فلا يُرسل oauth_token.",
  },
  "token-secret-altered": {
    what: ({ how }) => `سرّ الرمز المميّز صحيح، لكنه ${altered[how]}.`,
    change: fixOfAlteration,
  },
  "token-secret-is-token": {
    what: "استُخدم الرمز المميّز نفسه مكان سرّه.",
    change: "يُستخدم oauth_token_secret الذي جاء مع الرمز المميّز.",
  },
  "token-secret-is-consumer-secret": {
    what: "استُخدم consumer secret مكان سرّ الرمز المميّز.",
    change: "يُستخدم oauth_token_secret الذي جاء مع الرمز المميّز.",
  },
  "secrets-swapped": {
    what: "تبادل consumer secret وسرّ الرمز المميّز مكانيهما.",
    change:
      "مفتاح التوقيع هو consumer secret ثم & ثم سرّ الرمز المميّز. ودون رمز مميّز لا يأتي شيء بعد &.",
  },
  "wrong-secret": {
    what: ({ withToken }) =>
      withToken
        ? "لا يفسّر التوقيعَ شيءٌ مما جُرّب. الأرجح أن consumer secret أو سرّ الرمز المميّز خاطئ."
        : "لا يفسّر التوقيعَ شيءٌ مما جُرّب. الأرجح أن consumer secret خاطئ.",
    change: ({ setAt, replaced }) =>
      `تُنسخ الأسرار من جديد. ${replaced ? `استُبدل consumer secret في ${dates.moment(setAt)}، ويُرفض البرنامج الذي ما زال يستخدم القديم.` : `أُنشئ consumer secret الحالي في ${dates.moment(setAt)}.`} وإن كانت صحيحة فليُقارَن النص الأساسي أدناه بما يوقّعه البرنامج.`,
  },
  "key-unencoded": {
    what: "السرّان غير مرمّزين بعلامة النسبة المئوية في مفتاح التوقيع.",
    change: "يُرمَّز كلا السرّين قبل جمعهما بعلامة &.",
  },
  "key-without-ampersand": {
    what: "ليست في مفتاح التوقيع علامة & بين السرّين.",
    change:
      "المفتاح هو consumer secret ثم & ثم سرّ الرمز المميّز. وتبقى & حتى إن لم يكن هناك رمز مميّز.",
  },
  "key-ampersand-encoded": {
    what: "علامة & بين السرّين مرمّزة في مفتاح التوقيع.",
    change: "يُرمَّز كل سرّ على حدة، ثم يُجمعان بعلامة & كما هي.",
  },

  digest: {
    what: ({ used, expected }) =>
      `التوقيع معمول بطريقة ${latin(used)}، والمطلوب ${latin(expected)}.`,
    change: ({ expected }) => `تُضبط طريقة التوقيع في المكتبة على ${latin(expected)}.`,
  },
  hex: {
    what: "التوقيع مكتوب بالنظام الست عشري.",
    change: "تُرمَّز بايتات الملخّص بترميز base64.",
  },
  "hex-in-base64": {
    what: "التوقيع هو base64 للأرقام الست عشرية للملخّص.",
    change: "تُرمَّز بايتات الملخّص بترميز base64، لا نصه الست عشري.",
  },
  "signature-unencoded": {
    what: "التوقيع غير مرمّز بعلامة النسبة المئوية، فتصل + فيه مسافةً.",
    change: "يُرمَّز oauth_signature عند وضعه في الاستعلام أو النموذج.",
  },
  "signature-encoded-twice": {
    what: "التوقيع مرمّز مرتين بعلامة النسبة المئوية.",
    change: "يُرمَّز مرة واحدة. ربما ترمّزه المكتبة أو عميل HTTP من قبل.",
  },
  "signature-altered": {
    what: ({ how }) => signatureAlterations[how],
    change: "يُرسل base64 كما هو: 28 حرفًا، فيها + و/، وفي آخرها علامة = واحدة.",
  },

  method: {
    what: ({ signed, sent }) => `وُقّعت الطريقة ${latin(signed)} وأُرسلت ${latin(sent)}.`,
    change: ({ sent }) => `يُوقَّع الطلب بالطريقة ${latin(sent)}.`,
  },
  "method-case": {
    what: ({ signed }) =>
      signed === "" ? "ليست الطريقة جزءًا مما وُقّع." : `وُقّعت الطريقة مكتوبة ${latin(signed)}.`,
    change: ({ signed }) =>
      signed === ""
        ? "يبدأ ما يُوقَّع بالطريقة مكتوبة بالحروف الكبيرة."
        : "تُوقَّع الطريقة بالحروف الكبيرة.",
  },
  scheme: { what: anotherUrl, change: signTheExpected },
  host: {
    what: anotherUrl,
    change: ({ expected }) =>
      `يُوقَّع العنوان العام ${latin(expected)}. خلف خادم وسيط لا يُؤخذ العنوان من الطلب الواصل.`,
  },
  port: { what: anotherUrl, change: signTheExpected },
  path: {
    what: ({ signed, sent }) => `وُقّع المسار ${isolated(signed)} وأُرسل ${isolated(sent)}.`,
    change: "يُوقَّع المسار كما يُرسل تمامًا. ربما غيّره خادم وسيط أو مسار أساسي.",
  },
  "index-page": {
    what: ({ signed, sent }) =>
      `وُقّع المسار ${isolated(signed)} وأُرسل ${isolated(sent)}: أُضيفت صفحة الفهرس أو حُذفت بعد التوقيع.`,
    change:
      "يُوقَّع العنوان الذي يُرسل إليه الطلب في النهاية. يُضبط البرنامج على العنوان الذي يحيل إليه الخادم، أو تُلغى الإحالة.",
  },
  "trailing-slash": {
    what: ({ signed }) =>
      signed.endsWith("/")
        ? "وُقّع المسار بشرطة مائلة في آخره وأُرسل دونها."
        : "أُرسل المسار بشرطة مائلة في آخره ووُقّع دونها.",
    change: "يُوقَّع المسار كما يُرسل تمامًا.",
  },
  "query-in-url": {
    what: "وُقّع العنوان مع استعلامه.",
    change: "يُقطع العنوان عند علامة ?، وتُوقَّع معاملات الاستعلام مع غيرها.",
  },
  "url-encoding": {
    what: ({ how }) =>
      how === "none" ? "العنوان غير مرمّز في النص الأساسي." : "العنوان مرمّز مرتين في النص الأساسي.",
    change: "يُرمَّز العنوان مرة واحدة عند وضعه في النص الأساسي.",
  },

  "query-unsigned": {
    what: "لم تُوقَّع معاملات الاستعلام.",
    change: `تُوقَّع معاملات الاستعلام مع معاملات ${latin("oauth_")}.`,
  },
  "body-unsigned": {
    what: "لم يُوقَّع النموذج الذي في المتن.",
    change: `تُوقَّع حقول المتن من نوع application/x-www-form-urlencoded مع معاملات ${latin("oauth_")}.`,
  },
  "json-signed": {
    what: `وُقّع المتن كأنه نموذج، لكن ${latin("Content-Type")} الذي أُرسل ليس لنموذج.`,
    change:
      "يبقى متن JSON وكل متن آخر خارج التوقيع. تُرسَل حقول النماذج بالنوع application/x-www-form-urlencoded.",
  },
  "multipart-signed": {
    what: "وُقّعت حقول المتن من نوع multipart.",
    change:
      "يبقى متن multipart خارج التوقيع. وإن كانت هذه الواجهة تشترط توقيع حقوله كما تفعل Flickr، فلا تستطيع هذه الخدمة التحقق من الطلب.",
  },
  "realm-signed": {
    what: "وُقّع realm.",
    change: "يبقى realm خارج التوقيع. هو الجزء الوحيد من الترويسة الذي لا يُوقَّع.",
  },
  "signature-signed": {
    what: "وُقّع oauth_signature فارغًا.",
    change: "يُضاف oauth_signature بعد توقيع البقية.",
  },
  "empty-unsigned": {
    what: "لم تُوقَّع المعاملات ذات القيم الفارغة.",
    change: `تُوقَّع هي أيضًا، بالشكل ${latin("name=")}.`,
  },
  "cut-by-shell": {
    what: ({ rest }) => `تقطع الصدفة العنوان عند أول &، فوُقّع ${isolated(rest)} ولم يُرسل.`,
    change: "يُوضع العنوان بين علامتي اقتباس.",
  },
  "parameter-unsigned": {
    what: ({ name }) => `أُرسل ${latin(name)} ولم يُوقَّع.`,
    change: "تُوقَّع كل المعاملات، ولا يُضاف شيء إلى الطلب بعد ذلك.",
  },
  "parameter-lost": {
    what: ({ name, value }) =>
      name === "" ? "وُقّع معامل فارغ لم يُرسل." : `وُقّع ${latin(`${name}=${value}`)} ولم يُرسل.`,
    change: "يُرسل كل معامل يُوقَّع. ربما يحذفه شيء بين المكتبة والشبكة.",
  },
  "parameter-doubled": {
    what: ({ name }) => `وُقّع ${latin(name)} مرتين وأُرسل مرة.`,
    change: "يُعطى كل معامل للمكتبة مرة واحدة. ربما تقرأ هي استعلام العنوان بنفسها.",
  },
  "sent-twice": {
    what: "أُرسلت معاملات مرتين ووُقّعت مرة.",
    change: "يُراجع العنوان المرسل. ربما تضيف المكتبة الاستعلام إلى عنوان فيه الاستعلام من قبل.",
  },
  "parameter-changed": {
    what: ({ name, signed, sent }) =>
      `وُقّع ${latin(name)} بالقيمة ${isolated(signed)} وأُرسل بالقيمة ${isolated(sent)}.`,
    change: "يُرسل ما يُوقَّع تمامًا. تُغيَّر القيم قبل التوقيع لا بعده.",
  },
  separator: {
    what: ({ separator }) =>
      `وقّع البرنامج ما قبل ${isolated(separator)} وما بعدها معاملَين. لا يفصل بين المعاملات في هذه الخدمة إلا العلامة &.`,
    change: `تُرسل & بين المعاملات لا ${latin("&amp;")}، وتُرسل الفاصلة المنقوطة داخل القيمة بالشكل ${latin("%3B")}.`,
  },
  "question-mark-signed": {
    what: ({ name }) =>
      `وُقّع أول معامل في الاستعلام مع علامة الاستفهام التي قبله: ${isolated(`?${name}`)}.`,
    change: "يُقطع العنوان بعد علامة الاستفهام، ويُوقَّع الاستعلام دونها.",
  },
  brackets: {
    what: ({ signed, sent }) =>
      `وُقّع معامل بالاسم ${isolated(signed)} وأُرسل بالاسم ${isolated(sent)}.`,
    change:
      "تُوقَّع الأسماء كما تُرسل تمامًا مع أقواسها. يُبنى الاستعلام أو النموذج أولًا، ثم تُوقَّع الأسماء التي فيه.",
  },
  "nested-printed": {
    what: ({ name, signed }) =>
      `أُرسلت حقول ${latin(name)} واحدًا واحدًا ووُقّعت قيمةً واحدة: ${isolated(signed)}.`,
    change: `تُعطى المكتبة معاملات غير متداخلة بالأسماء التي تُرسل، مثل ${latin("name[key]")}، أو يُرمَّز النموذج قبل أن توقّعه المكتبة.`,
  },
  order: {
    what: ({ how }) => orders[how],
    change:
      "تُرمَّز الأسماء والقيم أولًا، ثم تُرتَّب حسب الاسم بايتًا بايتًا، وحسب القيمة عند تساوي الأسماء.",
  },

  "encoded-twice": {
    what: ({ where }) => `ترميز زائد بمرة واحدة: ${places(where)}.`,
    change: "تُعطى القيم للمكتبة دون ترميز، فهي ترمّزها بنفسها.",
  },
  unencoded: {
    what: ({ where }) =>
      typeof where === "object"
        ? `وُقّع ${latin(where.name)} بترميز أقل مما أُرسل به.`
        : `ترميز ناقص: ${places(where)}.`,
    change: ({ where }) =>
      typeof where === "object"
        ? "تُرمَّز القيمة مرة واحدة عند إرسالها، وتُوقَّع القيمة التي تصل."
        : "يُرمَّز كل اسم وكل قيمة، ثم القائمة كلها مرة أخرى في النص الأساسي.",
  },
  "plus-for-space": {
    what: "وُقّعت المسافة بعلامة +.",
    change: `تُوقَّع المسافة بالشكل ${latin("%20")} كيفما أُرسلت.`,
  },
  "plus-unencoded": {
    what: ({ name }) => `في ${latin(name)} علامة + أُرسلت كما هي، فتصل مسافةً.`,
    change: `تُرسل علامة الجمع بالشكل ${latin("%2B")}.`,
  },
  "form-encoding": {
    what: `النص الأساسي مرمّز كالنماذج: + للمسافة، و* كما هي، و${latin("%7E")} مكان ~.`,
    change: `يُرمَّز وفق RFC 3986. في Java يُصحَّح ناتج URLEncoder: يُجعل ${latin("%20")} مكان +، و${latin("%2A")} مكان *، و~ مكان ${latin("%7E")}.`,
  },
  "lower-hex": {
    what: `في الترميز حروف ست عشرية صغيرة، مثل ${latin("%2f")}.`,
    change: `تُكتب بالحروف الكبيرة، مثل ${latin("%2F")}.`,
  },
  "unreserved-encoded": {
    what: ({ characters }) => `رُمّزت حروف تبقى كما هي: ${latin(spaced(characters))}.`,
    change: `تبقى الحروف اللاتينية والأرقام و${latin("- . _ ~")} كما هي.`,
  },
  tilde: {
    what: "رُمّز الحرف ~.",
    change: `يبقى ~ كما هو. تكتبه المرمّزات القديمة ${latin("%7E")}.`,
  },
  "reserved-unencoded": {
    what: ({ characters }) => `لم تُرمَّز كل الحروف، وبقيت كما هي: ${latin(spaced(characters))}.`,
    change: `يُرمَّز كل شيء عدا الحروف اللاتينية والأرقام و${latin("- . _ ~")}. تترك encodeURIComponent في JavaScript الحروف ${latin("! ' ( ) *")}.`,
  },
  "unicode-form": {
    what: ({ signed }) =>
      `وُقّعت الحروف ذات العلامات بصيغة Unicode أخرى (${latin(signed)}) غير التي أُرسلت بها.`,
    change: "يُوحَّد شكل النص مرة واحدة قبل توقيعه وإرساله.",
  },
  latin1: {
    what: "وُقّع النص بترميز حروف غير الذي أُرسل به: Latin-1 بدل UTF-8، أو العكس.",
    change: "يُستخدم UTF-8 للاثنين.",
  },

  clock: {
    what: ({ seconds, likely }) => clocks[likely](seconds),
    change: ({ likely }) => clockFixes[likely],
  },
  "nonce-used": {
    what: "التوقيع صحيح، وقد قُبل هذا الطلب من قبل مرة: قيمة nonce مستخدمة.",
    change: "تُنشأ قيمة nonce ووقت جديدان لكل طلب، حتى عند إعادة المحاولة.",
  },
  "body-hash-other": {
    what: "المتن ليس هو الذي توجد قيمة hash له في oauth_body_hash.",
    change: "تُحسب قيمة hash من البايتات المرسلة نفسها، بعد كل ما قد يغيّرها.",
  },
  "body-hash-form": {
    what: "قيمة oauth_body_hash ليست SHA-1 أو SHA-256 أو SHA-512 بترميز base64.",
    change: "تُرمَّز بايتات قيمة hash بترميز base64 مع علامات الحشو، لا بأرقام ست عشرية.",
  },
  "body-hash-ruled-out": {
    what: "يشترط التطبيق SHA-256، وقيمة oauth_body_hash هي SHA-1 للمتن.",
    change:
      "تُحسب قيمة hash للمتن بخوارزمية SHA-256. وإن كانت المكتبة تستخدم SHA-1 دائمًا، فتُحسب القيمة في برنامجك وتُوقَّع معاملًا.",
  },
  "body-hash-missing": {
    what: "تشترط هذه الواجهة توقيعًا يشمل المتن، والطلب بلا oauth_body_hash.",
    change: "تُوقَّع قيمة hash للمتن في oauth_body_hash، أو تُرسَل المعاملات في نموذج.",
  },
  "callback-missing": {
    what: "oauth_callback ناقص أو فارغ.",
    change: "يُرسل عنوان عودة من عناوين التطبيق، أو oob لاستخدام رمز PIN.",
  },
  "callback-unregistered": {
    what: ({ sent, nearest, difference }) =>
      `عنوان العودة ${latin(sent)} غير مسجّل. ${callbackDifferences[difference]} ${latin(nearest)}.`,
    change: "يُرسل العنوان المسجّل، أو يُضاف هذا العنوان في إعدادات التطبيق.",
  },
  "callback-waiting": {
    what: ({ sent }) => `لم يؤكّد أي مسؤول بعد المخطط في عنوان العودة ${latin(sent)}.`,
    change: "يُنتظر المسؤول، أو يُستخدم اسم نطاقك معكوسًا مخططًا.",
  },
  "pin-only": {
    what: ({ sent }) => `عنوان العودة ${latin(sent)} غير مسجّل: ليست للتطبيق عناوين عودة.`,
    change: "يُضاف العنوان في إعدادات التطبيق، أو تُرسل oob لاستخدام رمز PIN.",
  },
  "verifier-missing": {
    what: "oauth_verifier ناقص أو فارغ.",
    change: "يُرسل oauth_verifier الذي وصل إلى عنوان العودة، أو رمز PIN.",
  },
  "verifier-of-other-token": {
    what: "رمز التحقق لرمز طلب آخر.",
    change: "يُحفظ كل رمز تحقق مع رمز الطلب الذي وصل معه إلى عنوان العودة.",
  },
  "verifier-wrong": {
    what: "رمز التحقق خاطئ.",
    change: "يُرسل oauth_verifier كما وصل إلى عنوان العودة تمامًا.",
  },
  "method-ruled-out": {
    what: ({ sent }) => `يشترط التطبيق SHA-256، والطلب موقّع بطريقة ${isolated(sent)}.`,
    change: ({ accepted }) =>
      accepted.length === 0
        ? "يُلغى الشرط في الإعدادات، فالخدمة لا تقبل طريقة كهذه."
        : `تُضبط طريقة التوقيع في المكتبة على ${accepted.map(latin).join(" أو ")}.`,
  },
  "application-suspended": {
    what: ({ because }) => `التطبيق موقوف: ${latin(because)}`,
    change: "يُسأل المسؤول.",
  },
  "application-unapproved": {
    what: "لم تتم الموافقة على التطبيق، والطلب ليس لحساب مالكه.",
    change:
      "استخدم رمز وصول المالك. تعرض صفحة التطبيق إن كانت الموافقة قيد الانتظار وما سأل عنه المسؤول.",
  },
  "network-not-allowed": {
    what: ({ address }) =>
      `جاء الطلب من ${latin(address)}، وهو عنوان لا تضمّه أي من الشبكات المسموح بها للتطبيق.`,
    change:
      "يُرجى إرساله من إحدى هذه الشبكات، أو إضافة هذه الشبكة في الإعدادات. إذا كانت بوابة API لا تنقل عنوان العميل (0.0.0.0) فعلى المسؤول عنها ضبط ذلك.",
  },
  retired: {
    what: ({ sunset, ends, over }) =>
      over
        ? `يرفضه الإيقاف المخطط ${latin(sunset)}: انتهى ما يستخدمه في ${dates.moment(ends)}.`
        : `يرفضه الإيقاف المخطط ${latin(sunset)} بضع دقائق من كل ساعة للتذكير. ينتهي ما يستخدمه في ${dates.moment(ends)}.`,
    change: ({ link }) => `تجد هنا ما يجب فعله: ${latin(link)}`,
  },
  "user-suspended": {
    what: "الحساب الذي يعمل الرمز المميّز باسمه موقوف.",
    change: "ليس في البرنامج خطأ. يعود الرمز المميّز إلى العمل عند إعادة تفعيل الحساب.",
  },
  level: {
    what: ({ asked, has }) =>
      `يطلب الطلب ${levels[asked] ?? latin(asked)}، وللتطبيق ${levels[has]}.`,
    change: "يُطلب أقل، أو يُغيَّر وصول التطبيق في إعداداته.",
  },
  "write-level": {
    what: "الرمز المميّز للقراءة فقط، وهذه الطريقة تغيّر شيئًا في العادة.",
    change: "يُغيَّر وصول التطبيق إلى القراءة والكتابة، ثم يُطلب من المستخدم مرة أخرى.",
  },
};

const levels: Readonly<Record<string, string>> = { read: "القراءة", write: "القراءة والكتابة" };

const altered: Readonly<Record<Alteration, string>> = {
  space: "مسبوق أو متبوع بمسافة",
  "line-end": "متبوع بنهاية سطر",
  quotes: "محاط بعلامتي اقتباس",
  case: "مكتوب بحالة حروف أخرى",
  cut: "مقطوع من أحد طرفيه",
};

function fixOfAlteration({ how }: { readonly how: Alteration }): string {
  return how === "cut" || how === "case"
    ? "يُنسخ السرّ من جديد كاملًا."
    : "تُحذف الزيادة حيث يقرأ البرنامج السرّ. كثيرًا ما تضيف الملفات ومتغيرات البيئة نهاية سطر أو مسافة أو علامتي اقتباس.";
}

const tokensGone = {
  access: "لا يعمل مع هذا التطبيق رمز وصول كهذا. سُحب، أو لم يصدر قط.",
  request: "لا يعمل رمز طلب كهذا. استُخدم، أو انتهت صلاحيته، أو لم يصدر قط.",
  unknown: "ليس للرمز المميّز شكل الرموز المميّزة لهذه الخدمة.",
} as const;

const revokers = {
  user: "أنهى المستخدم وصول التطبيق",
  application: "أنهى التطبيق وصوله بنفسه",
  admin: "أنهى مسؤول الوصول",
} as const;

const signatureAlterations = {
  padding: "تنقص علامة = في آخر التوقيع.",
  "url-safe": "التوقيع مكتوب بحروف base64 الخاصة بالعناوين.",
  "line-end": "ينتهي التوقيع بنهاية سطر.",
} as const;

function anotherUrl({ signed, expected }: CauseDetails["host"]): string {
  return `وُقّع العنوان على أنه ${latin(signed)}، وهو ${latin(expected)}.`;
}

function signTheExpected({ expected }: CauseDetails["host"]): string {
  return `يُوقَّع العنوان العام ${latin(expected)}.`;
}

const orders = {
  "as-sent": "وُقّعت المعاملات بالترتيب الذي تُرسل به.",
  decoded: "رُتّبت المعاملات قبل ترميزها.",
  joined: `رُتّبت المعاملات نصوصًا من الشكل ${latin("name=value")}.`,
  "names-only": "لم تُرتَّب المعاملات المتساوية الأسماء حسب القيمة.",
  "ignoring-case": "رُتّبت المعاملات دون تمييز بين الحروف الكبيرة والصغيرة.",
  "oauth-first": `رُتّبت معاملات ${latin("oauth_")} وحدها.`,
  descending: "رُتّبت المعاملات تنازليًا.",
} as const;

function places(where: EncodingPlace): string {
  if (typeof where === "object") return latin(where.name);
  return {
    values: "القيم",
    names: "الأسماء",
    list: "قائمة المعاملات",
    everything: "المعاملات والعنوان",
  }[where];
}

const clocks = {
  milliseconds: () => "oauth_timestamp بالمللي ثانية.",
  microseconds: () => "oauth_timestamp بالميكرو ثانية.",
  "time-zone": (seconds: number) => `${off(seconds)}، كأن التوقيت المحلي أُخذ على أنه UTC.`,
  old: (seconds: number) => `${off(seconds)}. ربما كانت القيمة ثابتة أو محفوظة.`,
  ahead: (seconds: number) => `${off(seconds)}.`,
  behind: (seconds: number) => `${off(seconds)}. إن كان الطلب قد أُرسل للتو فالساعة غير صحيحة.`,
} as const;

const clockFixes = {
  milliseconds: "يُقسم على 1,000 ويُقرَّب إلى الأدنى: الثواني منذ 1 يناير 1970 الساعة 00:00 UTC.",
  microseconds: "يُقسم على 1,000,000 ويُقرَّب إلى الأدنى: الثواني منذ 1 يناير 1970 الساعة 00:00 UTC.",
  "time-zone": "تُؤخذ الثواني منذ 1 يناير 1970 الساعة 00:00 UTC، وهي لا تتغير بالمنطقة الزمنية.",
  old: "يُنشأ وقت وقيمة nonce جديدان لكل طلب.",
  ahead: "تُضبط ساعة الجهاز الذي يوقّع. يُقبل فرق حتى 300 ثانية.",
  behind: "تُضبط ساعة الجهاز الذي يوقّع. يُقبل فرق حتى 300 ثانية.",
} as const;

/** The count follows a colon, so that the word need not agree with it. */
function off(seconds: number): string {
  const count = numbers.format(Math.abs(seconds));
  return seconds > 0
    ? `oauth_timestamp متقدم على الوقت (بالثواني: ${count})`
    : `oauth_timestamp متأخر عن الوقت (بالثواني: ${count})`;
}

const callbackDifferences = {
  scheme: "يختلف المخطط عن",
  host: "يختلف المضيف عن",
  port: "يختلف المنفذ عن",
  slash: "لا يختلف إلا بالشرطة المائلة في آخره عن",
  case: "لا يختلف إلا بحالة الحروف عن",
  path: "يختلف المسار عن",
} as const;

function isolated(text: string): string {
  return latin(quoted(text));
}
