import type { Catalogue } from "../en.ts";
import { count, dayCount } from "./count.ts";
import { isolated, quoted } from "./isolated.ts";

/** Texts of people. */
export const people: Catalogue["people"] = {
  title: "الأعضاء",
  hint: "الأعضاء يقرؤون ويكتبون؛ والمشرفون يحذفون أيضًا ويديرون المفاتيح والأعضاء.",
  hintForMembers: "يدعو المشرفون والمالك الأعضاء.",
  invite: "دعوة",
  submitInvite: "إرسال الدعوة",
  email: "البريد الإلكتروني",
  role: "الدور",
  roles: { member: "عضو", admin: "مشرف", owner: "مالك" },
  roleHints: {
    member: "يقرأ المساحات والمستندات ويكتبها، ويطرح الأسئلة.",
    admin: "يحذف أيضًا، وينشئ مفاتيح API، ويدعو الأعضاء ويزيلهم.",
  },
  makeRole: { member: "عضو", admin: "مشرف" },
  you: "(أنت)",
  remove: "إزالة من المؤسسة",
  removeTitle: (name) => `إزالة ${isolated(name)} من المؤسسة؟`,
  removeHint:
    "ينتهي الوصول فورًا، ومعه وصول المساعدين. تبقى مفاتيح API التي أُنشئت صالحة. يمكن إرسال دعوة جديدة لاحقًا.",
  submitRemove: "إزالة",
  removeDone: (email) => `أُزيل ${isolated(email)} من المؤسسة`,
  transfer: "جعله المالك",
  transferTitle: (name) => `هل تريد أن يصبح ${isolated(name)} المالك؟`,
  transferHint: "للمؤسسة مالك واحد. ستصبح أنت مشرفًا، ولا يستطيع إعادة الملكية إلا المالك الجديد.",
  transferConfirm: (email) => `اكتب ${quoted(email)} للتأكيد`,
  submitTransfer: "نقل الملكية",
  transferDone: (name) => `أصبح ${isolated(name)} المالك`,
  invited: (email) => `تمت دعوة ${isolated(email)}`,
  invitedHint: "الرسالة في طريقها إن كان هذا الخادم يرسل البريد. والرابط صالح أيضًا لسبعة أيام:",
  invitations: "الدعوات",
  openUntil: (when) => `تنتهي ${when}`,
  copyLink: "نسخ الرابط",
  withdraw: "سحب",
};

const seconds = count({
  zero: "أقل من ثانية",
  one: "ثانية واحدة",
  two: "ثانيتين",
  few: "ثوانٍ",
  many: "ثانية",
  other: "ثانية",
});

/** Texts of usage. */
export const usage: Catalogue["usage"] = {
  title: "الاستخدام",
  hint: (organization, tier) => `${isolated(organization)} على باقة ${tier}.`,
  tiers: { sandbox: "التجربة", developer: "المطورين", pro: "المحترفين", enterprise: "المؤسسات" },
  spaces: "المساحات",
  documents: "المستندات",
  storage: "التخزين",
  originals: "حجم الملفات الأصلية",
  apiKeys: "مفاتيح API",
  perSpace: (limit) => `بحد أقصى ${limit} في كل مساحة`,
  calls: (window) =>
    window === 60
      ? "استدعاءات هذه الدقيقة"
      : window === 86_400
        ? "استدعاءات اليوم"
        : `الاستدعاءات في ${seconds(window)}`,
  resets: (when) => `يبدأ العدّ من جديد ${when}`,
  of: (limit) => `من ${limit}`,
  unlimited: "بلا حد",
  kept: "تبقى المستندات حتى تُحذف.",
  keptDays: (n) => `تُحذف المستندات بعد ${dayCount(n)} من آخر تغيير لها.`,
  overTime: "آخر 30 يومًا",
  overTimeHint: "الأيام بتوقيت UTC. التخزين والمستندات كما هي في نهاية كل يوم.",
  callsOfDay: "الاستدعاءات في اليوم",
  plotSummary: (today, highest) => `اليوم ${isolated(today)}، والأعلى ${isolated(highest)}`,
  asTable: "على شكل جدول",
  day: "اليوم",
  notRecorded: "غير مسجَّل",
};
