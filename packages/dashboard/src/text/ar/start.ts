import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count, documentCount } from "./count.ts";
import { isolated, quoted } from "./isolated.ts";

/** Texts of the first run. */
export const start: Catalogue["start"] = {
  title: "البداية",
  hint: "ثلاث خطوات إلى أول جواب، وتستغرق نحو دقيقة.",
  open: "ابدأ في ثلاث خطوات",
  account: "حسابك",
  accountDone: (email, organization) => `${isolated(email)}، في ${isolated(organization)}`,
  space: "مساحة لمستنداتك",
  spaceHint: "تضم المساحة مستندات مترابطة، مثل دليل أو مشروع.",
  spaceDone: (name) => `${quoted(name)} جاهزة`,
  spaceName: "اسم المساحة",
  spaceExample: "دليل الموظفين",
  files: "الملفات",
  filesHint: "أفلت مجلدًا في أي مكان من هذه الصفحة، أو اختر واحدًا.",
  ready: (n, total) => `الجاهز: ${integer(n)} (المجموع: ${documentCount(total)})`,
  failed: count({
    zero: "قُرئت كل المستندات",
    one: "تعذّرت قراءة مستند واحد",
    two: "تعذّرت قراءة مستندين",
    few: "مستندات تعذّرت قراءتها",
    many: "مستندًا تعذّرت قراءته",
    other: "مستند تعذّرت قراءته",
  }),
  showFailed: "معرفة السبب",
  question: "سؤال",
  questionHint: "اسأل عن شيء تجيب عنه مستنداتك.",
  questionWaits: "يمكنك أن تسأل حالما يجهز مستند واحد.",
  next: "الخطوات التالية",
  toSpace: "عرض المستندات",
  toPlayground: "طرح أسئلة أخرى في ساحة التجربة",
  toKeys: "إنشاء مفتاح API لبرنامج",
  toAssistants: "ربط مساعد",
  toPeople: "دعوة أعضاء",
};
