import type { Catalogue } from "../en.ts";

/** Texts of the line that says why the page waits for the server. */
export const trouble: Catalogue["trouble"] = {
  offline: "هذا الجهاز غير متصل. تتابع الصفحة عند عودة الاتصال.",
  unreachable: "تعذّر الوصول إلى الخادم. تجري إعادة المحاولة تلقائيًا…",
  limited: (time) => `عدد الاستدعاءات كبير حاليًا. تتابع الصفحة بعد ${time}.`,
  busy: "الخادم مشغول. تجري إعادة المحاولة تلقائيًا…",
  slow: "يستغرق الخادم وقتًا أطول من المعتاد. ما زلنا ننتظر…",
};
