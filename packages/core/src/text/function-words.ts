import type { Language } from "./language.ts";

/** The commonest function words of the languages in Latin script that are told apart, in lower case. */
export const FUNCTION_WORDS: Partial<Record<Language, string>> = {
  en: "the of and to in is that for it with as was on are be by this from or an at which not have has were but they what how",
  de: "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei wie einer um am sind noch wurde",
  fr: "le la les de des et en un une du dans est que pour qui sur par au avec ce il sont ne pas plus se aux cette ou son mais comme été sa leur",
  es: "el la los las de y en que un una del se por con no para es su al lo como más o pero sus le ha este son fue está entre sobre también",
  it: "il la le lo gli di e in che un una del della per non è con si da dei come nel alla sono al più anche delle nella dal ha questo suo",
  pt: "o a os as de e em que um uma do da no na para com não por se mais dos como ao das foi é são pelo pela sua ou também seu nos",
  nl: "de het een van en in is dat op te zijn met voor niet aan er om door als bij ook uit naar maar dan werd wordt hij deze die heeft over",
  sv: "och att det som en på är av för med till den har inte ett om ett från var kan men ska vid eller efter sig så där när",
  da: "og at det som en på er af for med til den har ikke et om fra var kan men skal ved eller efter sig der blev også være af",
  nb: "og at det som en på er av for med til den har ikke et om fra var kan men skal ved eller etter seg der ble også være av",
  fi: "ja on ei se että oli mutta myös kun niin hän ovat joka tai kuin ole sen olla jos mukaan sekä jotka sitä vain joita",
  ro: "și de în la a cu pe care nu un o din este că sunt pentru mai ca sau au fost al prin fi cele lui dar această",
  cs: "a je se na v že s z do o k pro ve jsou jako by za ale od po které který také při nebo byl jeho být není",
  hu: "a az és hogy nem is egy ez van volt meg csak el de vagy mint már ha ki amely azt még lehet után",
  tr: "ve bir bu için ile da de olarak olan çok daha en gibi ne kadar sonra var ise mi ya her veya tarafından",
  ca: "el la els les de i en que un una del per amb no és al com més dels va són aquest seva també pel però seu",
  sl: "in je na v se da za so ki z s ne pa kot po o bi tudi pri iz ali ter bil ni njegov",
  eu: "eta da ez du bat zen izan dira ere hau dute edo baina zuen baino dela hori bere batean ziren",
  ga: "an na agus ar is tá i go le bhí sé ag a do ní leis sin faoi nó chun raibh",
  pl: "i w na z się do nie że jest to o jak po za od przez dla są oraz jego był ale które który także tym może",
  id: "yang dan di dari untuk dengan pada ini dalam adalah tidak itu oleh sebagai akan atau juga ke telah mereka bahwa",
};
