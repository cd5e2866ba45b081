import type { Catalogue } from "../en.ts";
import { isolated, quoted } from "./isolated.ts";

/** Texts of the history of a document. */
export const history: Catalogue["history"] = {
  title: "السجل",
  kept: "تُحفظ الأحداث 7 أيام.",
  none: "لم يحدث شيء لهذا المستند في آخر 7 أيام.",
  uploaded: (size) => `رُفع، ${size}`,
  replaced: (size) => `استُبدل بإصدار جديد، ${size}`,
  started: "بدأت المعالجة",
  processed: (passages) => `عولج: ${passages}`,
  processedIn: (passages, time) => `عولج خلال ${time}: ${passages}`,
  recut: (passages) => `عولج من جديد: ${passages}`,
  failed: "فشلت المعالجة",
  notImproved: "فشلت إعادة المعالجة. يبقى المستند كما كان",
  queued: "ستُعاد معالجته",
  renamed: (before, after) => `تغيّر الاسم من ${quoted(before)} إلى ${quoted(after)}`,
  metadata: (fields) => `تغيّرت البيانات الوصفية: ${isolated(fields)}`,
  changed: "تغيّر",
  expiring: (time) => `سيُحذف: ${time}`,
  deleted: "حُذف",
};
