import type { Catalogue } from "../en.ts";

/** Texts of the frame of the dashboard. */
export const app: Catalogue["app"] = {
  name: "Quarry",
  skip: "الانتقال إلى المحتوى",
  navigation: "التنقل الرئيسي",
  notFound: "هذه الصفحة غير موجودة",
  notFoundHint: "ربما كُتب العنوان خطأً، أو حُذف ما كان يشير إليه.",
  toSpaces: "الانتقال إلى المساحات",
  reference: "مرجع API",
  account: "الحساب والمساعدون",
  signOut: "تسجيل الخروج",
  organization: "المؤسسة",
  switchTo: "تبديل المؤسسة",
  loading: "جارٍ التحميل…",
  justNow: "الآن",
  comma: "، ",
  noOrganization: "لا تنتمي إلى أي مؤسسة",
  noOrganizationHint: "اطلب دعوة، أو اختر مؤسسة في صفحة حسابك.",
};

/** Texts of actions that many pages offer. */
export const action: Catalogue["action"] = {
  cancel: "إلغاء",
  close: "إغلاق",
  save: "حفظ",
  retry: "إعادة المحاولة",
  more: "إجراءات أخرى",
  copy: "نسخ",
  copied: "تم النسخ",
  notCopied: "لم يسمح المتصفح بالنسخ",
  clear: "مسح",
};

/** Texts of pages that could not be loaded. */
export const problem: Catalogue["problem"] = {
  title: "تعذّر التحميل",
  unreachable: "تعذّر الوصول إلى الخادم.",
  goesOn: "تجري إعادة المحاولة تلقائيًا…",
  forbidden: "هذه الصفحة غير متاحة لك",
  roleNeeded: "هذا متاح لمشرفي المؤسسة ومالكها فقط.",
  unexpected: "حدث خطأ غير متوقع. حاول مرة أخرى.",
};

/** Texts of a session that ended. */
export const session: Catalogue["session"] = {
  title: "انتهت جلستك",
  hint: "سجّل الدخول للمتابعة. ما كتبته ما زال هنا.",
  email: "البريد الإلكتروني",
  password: "كلمة المرور",
  signIn: "تسجيل الدخول",
  otherPerson: "هذا حساب آخر. سجّل الدخول باسم {email}.",
};

/** Texts of the navigation. */
export const nav: Catalogue["nav"] = {
  spaces: "المساحات",
  playground: "ساحة التجربة",
  keys: "مفاتيح API",
  people: "الأعضاء",
  assistants: "المساعدون",
  webhooks: "خطافات الويب",
  questions: "الأسئلة",
  usage: "الاستخدام",
  audit: "سجل التدقيق",
  more: "المزيد",
};
