/** Commands whose arguments are not text of the document. */
const REMOVED =
  /\\(?:label|ref|eqref|pageref|cite[a-z]*|index|vspace|hspace|includegraphics|input|include|bibliography|bibliographystyle|usepackage|documentclass|pagestyle|thispagestyle|setlength|newcommand|renewcommand|graphicspath)\*?(?:\[[^\]\n]{0,300}\]){0,3}(?:\{[^{}\n]{0,500}\}){0,3}/g;
const BEGIN_OR_END = /\\(?:begin|end)\{[^{}\n]{0,60}\}(?:\[[^\]\n]{0,100}\])?(?:\{[^{}\n]{0,100}\})?/g;
/** `\href{address}{text}`. */
const LINK = /\\href\{([^{}\n]{0,500})\}\{([^{}\n]{0,500})\}/g;
const ACCENTS: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "'": "\u0301",
  "^": "\u0302",
  '"': "\u0308",
  "~": "\u0303",
  "=": "\u0304",
  ".": "\u0307",
  c: "\u0327",
  v: "\u030c",
  u: "\u0306",
  H: "\u030b",
  k: "\u0328",
  r: "\u030a",
};
const ACCENTED = /\\([`'^"~=.])\s?\{?\\?([A-Za-z])\}?|\\([cvuHkr])\{([A-Za-z])\}/g;
const LETTERS: Readonly<Record<string, string>> = {
  ...{
    ss: "ß",
    ae: "æ",
    AE: "Æ",
    oe: "œ",
    OE: "Œ",
    o: "ø",
    O: "Ø",
    aa: "å",
    AA: "Å",
    l: "ł",
    L: "Ł",
    i: "i",
  },
  ...{ ldots: "…", dots: "…", textbackslash: "\\", textasciitilde: "~", S: "§", copyright: "©", euro: "€" },
  ...{ LaTeX: "LaTeX", TeX: "TeX" },
};

/** The text that a piece of TeX sets. Formulas stay as they are. */
export function plainTex(source: string): string {
  return source
    .split(/(\$\$[^$]{1,2000}\$\$|\$[^$\n]{1,500}\$)/)
    .map((part, at) => (at % 2 === 1 ? part : plainText(part)))
    .join("")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/ +([.,;:)])/g, "$1")
    .trim();
}

function plainText(source: string): string {
  return source
    .replace(LINK, "$2 ($1)")
    .replace(REMOVED, "")
    .replace(BEGIN_OR_END, "")
    .replace(ACCENTED, (_, accent = "", letter = "", named = "", namedLetter = "") =>
      `${letter || namedLetter}${ACCENTS[accent || named] ?? ""}`.normalize("NFC"),
    )
    .replace(/\\\\(?:\[[^\]\n]{0,20}\])?|\\newline\b/g, "\n")
    .replace(
      /\\([A-Za-z]{1,40})\*?(?:\[[^\]\n]{0,100}\])?\s*(?:\{\})?/g,
      (_, name: string) => LETTERS[name] ?? "",
    )
    .replace(/\\([#$%&_{}])/g, "\ue000$1")
    .replace(/\\[,;:! ]|(?<!\ue000)~/g, " ")
    .replace(/(?<!\ue000)[{}]/g, "")
    .replaceAll("\ue000", "")
    .replace(/(?<!-)---(?!-)/g, "—")
    .replace(/(?<!-)--(?!-)/g, "–")
    .replace(/``|''/g, '"');
}
