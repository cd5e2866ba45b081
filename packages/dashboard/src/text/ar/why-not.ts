import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { documentCount } from "./count.ts";

/** Texts of the explanation of a document that is not among the results. */
export const whyNot: Catalogue["whyNot"] = {
  title: "لماذا ليس ذاك المستند؟",
  hint: "اختر مستندًا من المساحات التي جرى البحث فيها لترى لماذا ليس بين النتائج، أو أين موقعه منها.",
  find: "البحث عن مستند باسم ملفه",
  found: "المستندات التي تحمل هذا الاسم",
  matches: documentCount,
  none: "لا يوجد في هذه المساحات مستند يحتوي اسم ملفه على هذا.",
  narrow: "اكتب المزيد من الاسم لترى غيرها.",
  firstSpaces: (n) => `يُبحث هنا في أول المساحات فقط، وعددها ${integer(n)}.`,
  close: "إغلاق الشرح",
  foundAt: (place) => `هو بين النتائج، في المرتبة ${integer(place)}.`,
  failed: "فشلت معالجته، لذلك لا يمكن العثور عليه:",
  filter: "تستبعده التصفية، بسبب:",
  hasValue: "في المستند",
  lacksField: "ليس في المستند هذا الحقل.",
  threshold: (similarity, threshold) =>
    `دون الحد: تشابه أفضل مقطع فيه ${similarity}، والمطلوب ${threshold} على الأقل.`,
  place: (similarity, last) =>
    `دون المرتبة الأخيرة: تشابه أفضل مقطع فيه ${similarity}، وتشابه آخر نتيجة ${last}.`,
  model: (score, last) =>
    `دون المرتبة الأخيرة: أعطى النموذج أفضل مقطع فيه ${score}، وأعطى آخر نتيجة ${last}.`,
  reasons: {
    elsewhere: "لم يجرِ البحث في مساحته.",
    waiting: "لم يُعالج بعد. يمكن العثور عليه عندما يصبح جاهزًا.",
    noWord: "لم يُعثر فيه على أي كلمة من السؤال.",
    nothingAlike: "ليس فيه ما يشبه السؤال.",
    unclear:
      "بحسب درجاته ينبغي أن يكون بين النتائج. ربما تغيّر منذ ذلك الحين، أو لم يكن بين المقاطع المرشحة في أي بحث. اسأل مرة أخرى.",
  },
  scores: "الدرجات بجانب درجات آخر نتيجة",
  best: "أفضل مقطع فيه",
  last: (place) => `آخر نتيجة، في المرتبة ${integer(place)}`,
  byWords: "حسب الكلمات",
  byMeaning: "حسب المعنى",
  byModel: "حسب النموذج",
};
