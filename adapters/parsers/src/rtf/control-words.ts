/** Control words and symbols that are characters. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["line", "\n"],
  ["lbr", "\n"],
  ["softline", "\n"],
  ["nestcell", " "],
  ["nestrow", "\n"],
  ["emdash", "—"],
  ["endash", "–"],
  ["emspace", "\u2003"],
  ["enspace", "\u2002"],
  ["qmspace", "\u2005"],
  ["bullet", "•"],
  ["lquote", "‘"],
  ["rquote", "’"],
  ["ldblquote", "“"],
  ["rdblquote", "”"],
  ["zwj", "\u200d"],
  ["zwnj", "\u200c"],
  ["~", "\u00a0"],
  ["_", "\u2011"],
]);

/** Control words that end a paragraph, as does a backslash at the end of a line. */
export const PARAGRAPH_ENDS = new Set(["par", "sect", "page", "column", "\n", "\r"]);

/** What a group holds. */
export type Destination =
  | "text"
  | "skip"
  | "fonts"
  | "styles"
  | "info"
  | "title"
  | "mark"
  /** A drawing: only the text boxes in it are text. */
  | "drawing"
  /** Text twice: for old programs, then as Unicode in a group of its own. */
  | "twice";

/** Groups with content of their own, by their control word. */
export const DESTINATIONS: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ["fonttbl", "fonts"],
  ["stylesheet", "styles"],
  ["info", "info"],
  ["title", "title"],
  ["listtext", "mark"],
  ["pntext", "mark"],
  ["shpinst", "drawing"],
  ["do", "drawing"],
  ["upr", "twice"],
  ...(
    "annotation atnauthor atnid atndate atnref atrfstart atrfend bkmkstart bkmkend bxe colortbl comment datafield " +
    "falt fldinst filetbl fname ftncn ftnsep ftnsepc generator htmltag keywords author operator company subject " +
    "category manager doccomm hlinkbase listtable listoverridetable mhtmltag mmathPict nonesttables nonshppict " +
    "nextfile objalias objclass objdata objname objsect objtime panose pict pgdsctbl pgptbl revtbl rsidtbl rxe " +
    "shprslt sn sp sv tc tcn template themedata txe userprops xe xmlnstbl buptim creatim printim revtim"
  )
    .split(" ")
    .map((name) => [name, "skip"] as const),
]);

/** Groups that hold text of their own, apart from the text around them. */
export const ASIDES = new Set([
  ..."header headerl headerr headerf footer footerl footerr footerf".split(" "),
  ..."footnote shptxt dptxbxtext".split(" "),
]);

/** Groups marked as optional whose content is text all the same. */
export const OPTIONAL_TEXT = new Set(["ud", "moMath", "moMathPara", "shptxt", "dptxbxtext", "footnote"]);
