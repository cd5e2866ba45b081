import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count, documentCount } from "./count.ts";
import { isolated, quoted } from "./isolated.ts";

/** Texts of the list of documents. */
export const documents: Catalogue["documents"] = {
  all: "الكل",
  statusFilter: "الحالة",
  status: {
    PENDING: "في الانتظار",
    PROCESSING: "قيد المعالجة",
    COMPLETED: "جاهز",
    FAILED: "فشل",
  },
  stage: {
    reading: "قراءة",
    recognizing: "تعرّف على النص",
    embedding: "تضمين المتجهات",
    storing: "تخزين",
  },
  unit: { pages: "الصفحات", bytes: "", chunks: "المقاطع", files: "الملفات" },
  amount: (done, total, unit) => (unit === "" ? `${done} من ${total}` : `${unit}: ${done} من ${total}`),
  left: (time) => `يتبقى ${time}`,
  passages: count({
    zero: "لا مقاطع",
    one: "مقطع واحد",
    two: "مقطعان",
    few: "مقاطع",
    many: "مقطعًا",
    other: "مقطع",
  }),
  warnings: count({
    zero: "لا تحذيرات",
    one: "تحذير واحد",
    two: "تحذيران",
    few: "تحذيرات",
    many: "تحذيرًا",
    other: "تحذير",
  }),
  count: (n) => documentCount(n),
  progressOf: (filename) => `معالجة ${isolated(filename)}`,
  empty: "أفلت ملفات أو مجلدًا هنا",
  emptyHint: "ملفات PDF وOffice ونصوص ورسائل بريد وصور وأرشيفات. أسماؤها هي مساراتها في المجلد.",
  noneWithStatus: {
    PENDING: "لا مستندات في الانتظار",
    PROCESSING: "لا مستندات قيد المعالجة",
    COMPLETED: "لا مستندات جاهزة بعد",
    FAILED: "لم يفشل أي مستند",
  },
  noneWithStatusHint: "مستندات المساحة الأخرى تحت «الكل».",
  retry: "إعادة المعالجة",
  retryAll: "إعادة معالجة الكل",
  retrying: (done, total) => `${integer(done)} من ${integer(total)}…`,
  download: "تنزيل الملف",
  delete: "حذف",
  deleteTitle: (filename) => `حذف ${quoted(filename)}؟`,
  deleteHint: "سيُحذف المستند ومقاطعه، ولا يمكن التراجع عن ذلك.",
  deleteDone: (filename) => `حُذف ${quoted(filename)}`,
};

/** Texts of uploads. */
export const uploads: Catalogue["uploads"] = {
  title: "جارٍ الرفع",
  paused: "متوقف مؤقتًا",
  done: (n) => `تم رفع ${integer(n)}`,
  progress: (finished, files, sent, total) => `الملفات: ${finished} من ${files} · ${sent} من ${total}`,
  unchanged: (n) => `بلا تغيير: ${integer(n)}`,
  left: (time) => `يتبقى ${time}`,
  bytes: (sent, total) => `${sent} من ${total}`,
  moreFailures: (n) => `وغيرها: ${integer(n)}`,
  pause: "إيقاف مؤقت",
  resume: "استئناف",
  stop: "إيقاف",
  retryFailed: "إعادة محاولة ما فشل",
  files: "رفع ملفات",
  folder: "رفع مجلد",
  dropHere: "أفلت الملفات أو المجلدات لرفعها",
  unreadable: "لم يعد من الممكن قراءة الملف، فقد تغيّر أو نُقل أو حُذف. اختره من جديد.",
  unreadableOfDrop: (paths) => `تعذّرت قراءة: ${isolated(paths)}`,
};

/** Texts of one document. */
export const document: Catalogue["document"] = {
  toSpace: "مستندات المساحة",
  outline: "المخطط",
  original: "الأصل",
  pageOf: (page, count) => `الصفحة ${integer(page)} من ${integer(count)}`,
  pageNumber: "رقم الصفحة",
  ofPages: (count) => `من ${integer(count)}`,
  previousPage: "الصفحة السابقة",
  nextPage: "الصفحة التالية",
  passagesOnPage: "مقاطع هذه الصفحة",
  mark: (beginning, number) => `${isolated(beginning)} (المقطع ${integer(number)})`,
  slide: (slide) => `الشريحة ${integer(slide)}`,
  sheet: (sheet) => `الورقة ${isolated(sheet)}`,
  choosePassage: (number) => `المقطع ${integer(number)}: إظهار موضعه`,
  metadata: "البيانات الوصفية",
  fields: count({
    zero: "لا حقول",
    one: "حقل واحد",
    two: "حقلان",
    few: "حقول",
    many: "حقلًا",
    other: "حقل",
  }),
  editMetadata: "تحرير البيانات الوصفية",
  metadataJson: "البيانات الوصفية بصيغة JSON",
  metadataHint: "يمكن تصفية الأسئلة بهذه الحقول.",
  notAnObject: 'هذا ليس كائن JSON، مثل: \u2066{ "year": 2026 }\u2069.',
  noPassages: "لا مقاطع بعد",
  noPassagesHint: "تظهر بعد معالجة المستند.",
};
