import type { Catalogue } from "../en.ts";
import { isolated, quoted } from "./isolated.ts";

/** Texts of assistants. */
export const assistants: Catalogue["assistants"] = {
  title: "المساعدون",
  hint: "برامج تعمل نيابةً عنك عبر Model Context Protocol. لكل منها الصلاحيات التي حدّدتها، ولا تتجاوز دورك أبدًا.",
  empty: "لا يملك أي مساعد حق الوصول",
  emptyHint: "أضف هذا العنوان إلى مساعد، فيفتح هنا صفحة تختار فيها ما يُسمح له به.",
  connect: "ربط مساعد",
  address: "العنوان",
  clients: {
    claudeCode: "Claude Code",
    vsCode: "VS Code",
    cursor: "Cursor وغيره مما يستخدم ملفًا",
    other: "غير ذلك",
  },
  clientHints: {
    claudeCode: "شغّل هذا الأمر في الطرفية، ثم اكتب \u2066/mcp\u2069 لتسجيل الدخول.",
    vsCode: "شغّل هذا الأمر في الطرفية.",
    cursor: "ضع هذا في \u2066.cursor/mcp.json\u2069 أو في ملف برنامجك.",
    other: "أضف العنوان بوصفه خادمًا بعيدًا. يُفتح تسجيل الدخول في المتصفح.",
  },
  unnamed: "برنامج بلا اسم",
  since: (when) => `سُمح له ${when}`,
  used: (when) => `استُخدم ${when}`,
  neverUsed: "لم يُستخدم قط",
  noRights: "لم تعد له صلاحيات",
  inOrganization: (name) => `في ${isolated(name)}`,
  formerOrganization: "مؤسسة غادرتها",
  scopes: {
    "spaces:read": "عرض المساحات",
    "spaces:write": "تغيير المساحات",
    "spaces:delete": "حذف المساحات",
    "documents:read": "قراءة المستندات",
    "documents:write": "تغيير المستندات",
    "documents:delete": "حذف المستندات",
    "queries:read": "البحث",
    offline_access: "البقاء متصلًا",
  },
  remove: "إزالة",
  removeTitle: (name) => `إزالة ${quoted(name)}؟`,
  removeHint: "يفقد حق الوصول فورًا. يمكنك السماح له من جديد لاحقًا.",
  removeDone: (name) => `لم يعد لدى ${quoted(name)} حق الوصول`,
};
