import type { Language } from "./language.ts";

/**
 * Words that say nothing of a question's subject, beside those of the lists in `stop-words.ts`: question words, pronouns,
 * auxiliaries, what elisions leave over, particles of scripts without spaces, and those of languages without a list. In
 * lower case.
 */
export const FURTHER_STOP_WORDS: Partial<Record<Language, string>> = {
  en: "a i am do does did done doing can could will would shall should may might must when where who whom whose why which there here their its you your we our us my me he she his her him them these those into about than then so if but no any some all been being had having were also just tell give s t ll re ve d m don doesn isn aren",
  de: "wer was wo wann warum welche welcher welches welchen wohin woher wieso ich du wir ihr sein seine ihre mein dein unser kann können soll muss hat habe haben hatte war waren wäre zur zum beim vom im ins am einen einem eines dieser diese dieses oder aber wenn als so nur sich man gibt es mir mich",
  fr: "quoi quel quelle quels quelles où quand comment pourquoi je tu nous vous ils elles lui y à ces mes tes ses ma ta mon ton ou si est-ce suis es sommes êtes ai as a avons avez ont était être avoir fait l d j m n s t c qu",
  es: "qué cuál cuáles cómo cuándo dónde quién quiénes por yo tú él ella nosotros ellos mi tu si ya ser es era soy hay ha han fue a e u",
  it: "che cosa qual quale quali come quando dove chi perché io tu lui lei noi voi loro mi ti ci si i a è era ho hai hanno l d un dell nell all sull dall c",
  pt: "que qual quais como quando onde quem por porque eu tu ele ela nós eles é era ser há a ao à às um uma seus suas meu",
  nl: "wat wie waar wanneer waarom hoe welke welk ik jij je wij we zij ze hun mijn jouw kan kunnen moet zal zou was waren heb hebben had of maar dit dat er",
  sv: "vad vem vilka vilken vilket hur varför jag du han hon vi ni de dem min din sin är hade skulle",
  da: "hvad hvem hvor hvorfor hvordan hvilken hvilke jeg du han hun vi i min din sin skulle kunne havde",
  nb: "hva hvem hvor hvorfor hvordan hvilken hvilke jeg du han hun vi dere min din sin skulle kunne hadde",
  fi: "mikä mitä missä milloin miksi miten kuka minä sinä me te he tämä tuo nämä",
  pl: "i w na z się do nie że jest to o jak po za od przez dla są oraz jego był ale które który także tym może co kto gdzie kiedy dlaczego jaki jaka jakie które która czy ja ty on ona my wy oni ten ta te a być ma był była",
  cs: "a je se na v že s z do o k pro ve jsou jako by za ale od po které který také při nebo byl jeho být není co kdo kde kdy proč jaký jaká jaké která já ty on ona my vy oni tento tato toto i v",
  hu: "mi ki hol mikor miért hogyan milyen melyik én te ő mi ti ők",
  ro: "ce cine unde când cum care eu tu el ea noi voi ei",
  tr: "ne kim nerede nereye nereden nasıl neden niçin niye hangi kaç mı mu mü midir mıdır ben sen o biz siz onlar şu bunu şunu onun ama ya ki",
  id: "apa siapa mana kapan mengapa bagaimana saya kamu dia kami kita ada",
  vi: "là gì của và các những một có không cho trong với được đã sẽ đang này đó khi nào ở đâu ai thế như từ bao nhiêu tại sao thì mà ra vào",
  ru: "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему когда ли если или ни быть был него до вас вам ведь там потом себя ей может они тут где есть для мы их чем была без чего под кто какой какая какие каков этот эта это эти почему зачем сколько при об про",
  uk: "і й в у не що він на я з із як а то все вона так його але та ти до ж ви за по від ні є або якщо коли де хто який яка які чому для ми їх чи про при це цей ця ці",
  el: "ο η το οι τα του της των τον την και να σε με για από που πως τι ποιος ποια ποιο πού πότε γιατί είναι ήταν δεν θα ένα μια ένας στο στη στην στον",
  he: "את של על עם לא הוא היא הם הן זה זו זאת מה מי איך איפה מתי למה מדוע כמה כי או גם אם כל אני אתה אנחנו יש אין היה היו אל מן בין",
  ar: "في من على إلى الى عن أن ان إن هذا هذه ذلك تلك ما ماذا هو هي هم لا لم لن التي الذي الذين كان كانت مع كيف هل متى أين اين كم لماذا أي و أو ثم قد كل بين عند",
  fa: "و در به از که این آن را با برای است بود می ها چه چگونه کجا کی چرا آیا یک تا یا هم",
  hi: "का की के को में से पर है हैं था थी थे और यह वह क्या कब कहाँ कैसे क्यों कौन एक नहीं भी तो ही कि जो",
  th: "ที่ และ ของ ใน เป็น มี ได้ ว่า จะ ไม่ ให้ กับ คือ อะไร อย่างไร เมื่อ ไหน ใคร ทำไม เท่าไร นี้ นั้น ก็ แต่ หรือ จาก โดย ไหม",
  zh: "的 了 是 在 和 与 與 有 我 你 他 她 它 我们 你们 他们 这 這 那 什么 什麼 怎么 怎麼 怎样 如何 吗 嗎 呢 吧 不 也 都 就 而 及 或 被 把 从 從 对 對 为 為 以 于 於 之 其 哪 哪里 哪些 谁 誰 多少 几 一个 一個 请 請 到 上 中 个 些 为什么 為什麼",
  ja: "は が の を に へ と で も か や ね よ な た て だ です ます でした ました した から まで より など これ それ あれ この その あの ここ そこ どの どこ どう いつ なに 何 誰 だれ なぜ する い いる ある なる なっ こと もの れる られる せる さ し う よう について という とは には では へは でも ん ください",
  ko: "은 는 이 가 을 를 의 에 에서 와 과 도 무엇 무엇인가 어떻게 왜 언제 어디 누구 그 저 것",
  ca: "el la els les de i en que un una del per amb no és al com més dels va són aquest seva també pel però seu",
  sl: "in je na v se da za so ki z s ne pa kot po o bi tudi pri iz ali ter bil ni njegov",
  eu: "eta da ez du bat zen izan dira ere hau dute edo baina zuen baino dela hori bere batean ziren",
};
