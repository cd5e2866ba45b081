import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";
import { isolated } from "./isolated.ts";

/** Texts of the original of a document. */
export const original: Catalogue["original"] = {
  beginning: (shown, all) => `تظهر بداية الملف فقط: ${shown} من ${all}. نزّله لرؤيته كاملًا.`,
  tooLarge: (most) => `حجم الملف أكبر من ${most}، لذا لا يظهر هنا. يمكن تنزيله.`,
  damaged: "ملف PDF تالف، لذا لا يمكن عرض صفحاته. يمكن تنزيله.",
  locked: "يحتاج ملف PDF إلى كلمة مرور، لذا لا تظهر صفحاته هنا. يمكن تنزيله.",
  gone: "لم يعد ملف هذا المستند موجودًا.",
  busy: "الخادم مشغول.",
  refused: "لا يقدّم الخادم الملف.",
  broken: "لا يستطيع هذا المتصفح عرض الصورة. يمكن تنزيلها.",
  brokenTable: "لا يمكن عرض الملف جدولًا. يمكن تنزيله.",
  unshown: "لا تستطيع المتصفحات عرض هذا النوع من الملفات. نصه في المقاطع.",
  withoutRemote: "بلا نصوص برمجية أو أنماط أو روابط أو صور من أماكن أخرى.",
  pictureOf: (filename) => `الصورة ${isolated(filename)}`,
  tableOf: (filename) => `جدول ${isolated(filename)}`,
  sheet: "الورقة",
  frameOf: (filename) => `محتوى ${isolated(filename)}`,
  rows: count({
    zero: "لا صفوف",
    one: "صف واحد",
    two: "صفان",
    few: "صفوف",
    many: "صفًا",
    other: "صف",
  }),
  firstRows: (rows, columns) => `تظهر الصفوف الأولى فقط. الصفوف: ${rows}، الأعمدة: ${columns}.`,
  subject: "الموضوع",
  from: "من",
  to: "إلى",
  cc: "نسخة إلى",
  date: "التاريخ",
  attachments: "المرفقات",
  thumbnail: (page) => `الصفحة ${integer(page)} مع تمييز المقطع`,
};
