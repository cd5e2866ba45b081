/** The encodings in which texts of a language occur, and a text: article 1 of the Universal Declaration of Human Rights. */
export interface LanguageSample {
  readonly language: string;
  readonly encodings: readonly string[];
  readonly text: string;
}

const WESTERN = ["windows-1252", "iso-8859-15"];
const CENTRAL = ["windows-1250", "iso-8859-2"];
const CYRILLIC = ["windows-1251", "iso-8859-5"];
const BALTIC = ["windows-1257", "iso-8859-13"];

const sample = (language: string, encodings: readonly string[], text: string): LanguageSample => ({
  language,
  encodings,
  text,
});

/** Texts of many languages. Encodings of the web that are not listed are rare, or equal to a listed one. */
export const LANGUAGE_SAMPLES: readonly LanguageSample[] = [
  sample(
    "German",
    WESTERN,
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Größe, Höhe und Länge.",
  ),
  sample(
    "French",
    WESTERN,
    "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.",
  ),
  sample(
    "Spanish",
    WESTERN,
    "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. ¿Cuántos años?",
  ),
  sample(
    "Portuguese",
    WESTERN,
    "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade. Não há exceções.",
  ),
  sample(
    "Swedish",
    WESTERN,
    "Alla människor är födda fria och lika i värde och rättigheter. De har utrustats med förnuft och samvete och bör handla gentemot varandra i en anda av gemenskap.",
  ),
  sample(
    "Danish",
    WESTERN,
    "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.",
  ),
  sample(
    "Finnish",
    WESTERN,
    "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.",
  ),
  sample(
    "Polish",
    CENTRAL,
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.",
  ),
  sample(
    "Czech",
    CENTRAL,
    "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.",
  ),
  sample(
    "Hungarian",
    CENTRAL,
    "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.",
  ),
  sample(
    "Romanian",
    CENTRAL,
    "Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi. Ele sunt înzestrate cu raţiune şi conştiinţă şi trebuie să se comporte unele faţă de altele în spiritul fraternităţii.",
  ),
  sample(
    "Russian",
    [...CYRILLIC, "koi8-r", "ibm866", "x-mac-cyrillic"],
    "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
  ),
  sample(
    "Ukrainian",
    ["windows-1251", "koi8-u"],
    "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.",
  ),
  sample(
    "Bulgarian",
    CYRILLIC,
    "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство.",
  ),
  sample(
    "Greek",
    ["windows-1253", "iso-8859-7"],
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.",
  ),
  sample(
    "Turkish",
    ["windows-1254"],
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.",
  ),
  sample(
    "Hebrew",
    ["windows-1255", "iso-8859-8"],
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.",
  ),
  sample(
    "Arabic",
    ["windows-1256", "iso-8859-6"],
    "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.",
  ),
  sample(
    "Lithuanian",
    BALTIC,
    "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.",
  ),
  sample(
    "Latvian",
    BALTIC,
    "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā.",
  ),
  sample(
    "Vietnamese",
    ["windows-1258"],
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.",
  ),
  sample(
    "Thai",
    ["windows-874"],
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ",
  ),
  sample(
    "Japanese",
    ["shift_jis", "euc-jp", "iso-2022-jp"],
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。",
  ),
  sample(
    "Korean",
    ["euc-kr"],
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.",
  ),
  sample(
    "Chinese, simplified",
    ["gbk", "gb18030"],
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
  ),
  sample(
    "Chinese, traditional",
    ["big5"],
    "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。",
  ),
];
