import { markup } from "../../../../platform/http/markup.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../../platform/settings/accounts.ts";
import type { PageText } from "./en.ts";
import { named } from "./named.ts";

const PASSWORD_LENGTH = `اختر كلمة مرور من ${PASSWORD_MIN_CHARS} إلى ${PASSWORD_MAX_CHARS} حرفًا.`;
const LINK_EXPIRED = "انتهت صلاحية هذا الرابط أو سبق استخدامه. اطلب رابطًا جديدًا.";
const START_AGAIN = "ابدأ من جديد من البرنامج";

/** A name within a title, where there is no markup. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** The text of the pages without script, in Arabic. */
export const ar: PageText = {
  language: "ar",
  tag: "ar",
  direction: "rtl",
  roles: { owner: "مالك", admin: "مسؤول", member: "عضو" },
  field: {
    email: "البريد الإلكتروني",
    password: "كلمة المرور",
    newPassword: `كلمة المرور (${PASSWORD_MIN_CHARS} أحرف على الأقل)`,
    name: "الاسم",
  },
  signIn: {
    title: "تسجيل الدخول",
    submit: "تسجيل الدخول",
    createAccount: "إنشاء حساب",
    forgotPassword: "هل نسيت كلمة المرور؟",
    reference: "المرجع",
  },
  signUp: { title: "إنشاء حساب", submit: "إنشاء الحساب", haveAccount: "لدي حساب بالفعل" },
  setUp: {
    title: "إعداد Quarry",
    hint: "أنشئ حساب المالك. يعمل هذا الرابط مرة واحدة.",
    submit: "إنشاء حساب المالك",
    invalid: {
      title: "لم يعد هذا الرابط صالحًا",
      message: "لدى Quarry مالك بالفعل، أو ليس هذا هو الرابط الموجود في السجل.",
    },
  },
  forgotPassword: {
    title: "هل نسيت كلمة المرور؟",
    hint: "أدخل عنوان حسابك لتصلك رسالة فيها رابط.",
    submit: "إرسال الرابط",
    sent: {
      title: "تحقّق من بريدك",
      message: "إذا كان هناك حساب بهذا العنوان، فستصله رسالة فيها رابط. يعمل الرابط لمدة ساعة واحدة.",
    },
    notSent: "تعذّر إرسال الرسالة",
  },
  resetPassword: { title: "اختيار كلمة مرور جديدة", submit: "تعيين كلمة المرور", newLink: "طلب رابط جديد" },
  invitation: {
    title: (organization) => `الانضمام إلى ${isolated(organization)}`,
    hint: (role, email) => markup`أنت مدعو بدور ${role}. سجّلت الدخول باسم ${named(email)}.`,
    submit: "انضمام",
    invalid: {
      title: "لم تعد هذه الدعوة صالحة",
      message: "قُبلت أو سُحبت أو مضى عليها أكثر من سبعة أيام. اطلب دعوة جديدة.",
    },
  },
  account: {
    title: "الحساب",
    signedIn: (email) => markup`سجّلت الدخول باسم ${named(email)}.`,
    dashboard: "لوحة التحكم",
    reference: "مرجع API",
    organizations: "المؤسسات",
    active: (organization, role) => markup`${organization}، ${role} (نشطة)`,
    organization: (organization, role) => markup`${organization}، ${role}`,
    switchTo: "تبديل",
    assistants: "المساعدون",
    noAssistant: "لا يملك أي مساعد حق الوصول. لربط مساعد، أعطه عنوان هذه الخدمة متبوعًا بـ \u2066/mcp\u2069.",
    assistant: (assistant, organization) =>
      organization === undefined ? markup`${assistant} بلا مؤسسة` : markup`${assistant} في ${organization}`,
    remove: "إزالة",
    signOut: "تسجيل الخروج",
  },
  consent: {
    unnamed: "برنامج بلا اسم",
    title: (client) => `يطلب ${isolated(client)} حق الوصول`,
    hint: (email, role, organization) =>
      markup`سجّلت الدخول باسم ${named(email)}، ودورك في ${named(organization)}: ${role}. اختر ما يُسمح للبرنامج به:`,
    scopes: {
      "spaces:read": "عرض مساحاتك",
      "spaces:write": "إنشاء المساحات وتغييرها",
      "spaces:delete": "أرشفة المساحات وحذفها",
      "documents:read": "قراءة المستندات",
      "documents:write": "إضافة المستندات وتغييرها",
      "documents:delete": "حذف المستندات",
      "queries:read": "البحث في مستنداتك",
    },
    stayConnected: "البقاء متصلًا حتى تزيله",
    notGranted: (scope, role) => markup`${scope}: لم يُمنح، لأن دورك هو ${role}`,
    describedBy: (host) => markup`وصف البرنامج منشور على ${named(host)}.`,
    sentTo: (host) => markup`تُرسل إجابتك إلى ${named(host)}. لا تسمح بالوصول إلا إذا بدأت هذا بنفسك.`,
    unknownAddress: "عنوان غير معروف",
    allow: "السماح",
    doNotAllow: "عدم السماح",
    useInstead: (organization) => `استخدام ${isolated(organization)} بدلًا من ذلك`,
    unknown: { title: "برنامج غير معروف", message: "هذا البرنامج غير مسجّل هنا. ابدأ منه من جديد." },
    changed: {
      title: "لقد غيّرت المؤسسة",
      message:
        "الصفحة التي أجبت عنها تخص مؤسسة غير مؤسستك النشطة. ابدأ من جديد من البرنامج، وتحقّق من المؤسسة في صفحته.",
    },
    nothingTicked: {
      title: "لم تحدّد شيئًا",
      message: "حدّد شيئًا واحدًا على الأقل مما يُسمح للبرنامج به، أو أجب بعدم السماح. عُد إلى الصفحة السابقة.",
    },
  },
  document: {
    place: (space, page) => markup`في ${named(space)}${page === undefined ? "" : `، الصفحة ${page}`}`,
    original: "الملف الأصلي",
    noText: "ليس للمستند نص بعد.",
    before: "النص السابق",
    behind: "النص التالي",
    notShown: "لا يمكن عرض هذا المستند",
    switchFirst: "إذا كان في مؤسسة أخرى من مؤسساتك، فانتقل إليها أولًا.",
  },
  problem: {
    title: "لا يمكن متابعة هذا الطلب",
    brokenRequest: "طلب البرنامج ناقص أو غُيِّر أو انتهت صلاحيته. ابدأ من جديد من البرنامج.",
    invalidRequest: (code) =>
      `أرسل البرنامج طلبًا غير صالح (${isolated(code)}). ${START_AGAIN}. إذا لم ينفع ذلك، فتواصل مع مطوّريه.`,
    unknown: `حدث خطأ ما. ${START_AGAIN}، أو سجّل الدخول.`,
    tooManyAttempts: "محاولات كثيرة جدًا. انتظر دقيقة ثم حاول مرة أخرى.",
    failed: "فشل الطلب. حاول مرة أخرى.",
  },
  errors: {
    INVALID_EMAIL_OR_PASSWORD:
      "العنوان أو كلمة المرور غير صحيحة. حاول مرة أخرى، أو أعد تعيين كلمة المرور عبر «هل نسيت كلمة المرور؟».",
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
      "يوجد حساب بهذا العنوان بالفعل. سجّل الدخول، أو أعد تعيين كلمة المرور في صفحة تسجيل الدخول.",
    PASSWORD_TOO_SHORT: PASSWORD_LENGTH,
    PASSWORD_TOO_LONG: PASSWORD_LENGTH,
    VALIDATION_ERROR: "املأ كل الحقول، وأدخل عنوان بريد إلكتروني كاملًا، مثل \u2066name@example.com\u2069.",
    INVALID_TOKEN: LINK_EXPIRED,
    YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
      "هذه الدعوة لعنوان آخر. سجّل الخروج من \u2066/app\u2069، ثم سجّل الدخول بالعنوان الذي أُرسلت إليه.",
    NO_ORGANIZATION:
      "لست عضوًا في أي مؤسسة، أو لم تعد عضوًا في مؤسستك النشطة. اختر واحدة في \u2066/app\u2069، أو سجّل الخروج هناك ثم سجّل الدخول من جديد لتحصل على مؤسستك الخاصة.",
  },
  linkErrors: {
    invalid_client: "البرنامج غير مسجّل هنا، أو لم يعد مسجّلًا. أزل هذه الخدمة من البرنامج، ثم أضفها من جديد.",
    invalid_redirect:
      "طلب البرنامج إعادة التوجيه إلى عنوان لم يسجّله. أزل هذه الخدمة من البرنامج، ثم أضفها من جديد.",
    INVALID_TOKEN: LINK_EXPIRED,
    TOKEN_EXPIRED: LINK_EXPIRED,
  },
};
