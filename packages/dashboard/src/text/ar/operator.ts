import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count, documentCount } from "./count.ts";
import { isolated } from "./isolated.ts";

/** Texts of the operator's page. */
export const operator: Catalogue["operator"] = {
  nav: "التشغيل",
  title: "التشغيل",
  forbidden: "هذه الصفحة للمشغّل فقط، وهو مالك المؤسسة الأولى على هذا الخادم.",
  hint: "الخدمة كلها بجميع المؤسسات. هذه الصفحة متاحة لمالكي المؤسسة الأولى فقط.",
  version: "الإصدار",
  upSince: (when) => `بدأ التشغيل ${when}`,
  database: "قاعدة البيانات",
  databases: { embedded: "قاعدة PostgreSQL مضمّنة", server: "خادم PostgreSQL" },
  vectorStore: "مخزن المتجهات",
  model: (name) => `نموذج التضمين ${isolated(name)}`,
  documents: "المستندات",
  inSpaces: (spaces, organizations) => `المساحات: ${spaces}، المؤسسات: ${organizations}`,
  disk: "المساحة الحرة على القرص",
  of: (total) => `من ${total}`,
  memory: "الذاكرة",
  children: (bytes) => `و${bytes} للعمليات التي يشغّلها`,
  problems: "المشكلات الحالية",
  queues: "قوائم الانتظار",
  queue: {
    jobs: "مستندات للمعالجة",
    webhook_deliveries: "عمليات تسليم خطافات الويب",
    vector_store_changes: "تغييرات لمخزن المتجهات",
    bulk_operations: "تغييرات مستندات كثيرة",
  },
  queueEmpty: "فارغة",
  queueState: (running, due, later) =>
    [
      running > 0 ? `قيد التنفيذ: ${integer(running)}` : "",
      due > 0 ? `مستحق: ${integer(due)}` : "",
      later > 0 ? `لاحقًا: ${integer(later)}` : "",
    ]
      .filter((part) => part !== "")
      .join("، "),
  oldest: (age) => `الأقدم ${age}`,
  failures: "المستندات الفاشلة حسب السبب",
  failed: documentCount,
  noFailures: "لم يفشل أي مستند.",
  retrying: (n) => `ستُعاد المحاولة (${documentCount(n)}).`,
  latest: (when) => `آخرها ${when}`,
  doctor: "الفحص",
  doctorHint: "يقارن المستندات والملفات والفهارس بعضها ببعض. قد يستغرق دقائق، وتظل الخدمة تعمل.",
  examine: "فحص",
  repair: "فحص وإصلاح",
  examining: "جارٍ الفحص…",
  good: "كل شيء متوافق",
  bad: count({
    zero: "لا مشكلات",
    one: "مشكلة واحدة",
    two: "مشكلتان",
    few: "مشكلات",
    many: "مشكلة",
    other: "مشكلة",
  }),
  repaired: "أُصلح",
  found: "عُثر عليه",
  shown: (n, total) => `يظهر أول ${integer(n)} من ${integer(total)}.`,
};
