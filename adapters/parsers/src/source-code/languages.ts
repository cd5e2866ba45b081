/** How the definitions of a programming language begin, at the start of a line after its indentation. */
export interface Language {
  readonly mimeType: string;
  readonly extensions: readonly string[];
  /** Each pattern captures the name, and matches at the start of a line without its indentation. */
  readonly definitions: readonly RegExp[];
  /** The lines of classes, namespaces and other definitions with further definitions in them. */
  readonly containers: RegExp;
  /** Lines directly above a definition that belong to it: comments, decorators, attributes. */
  readonly above: RegExp;
}

const MODIFIERS =
  "(?:(?:public|private|protected|internal|static|final|abstract|sealed|async|override|virtual|export|default|declare|open|inline|data|pub(?:\\([a-z]+\\))?|unsafe|extern|const|partial|readonly|suspend|fileprivate|mutating|synchronized|native|operator|get|set|implicit|lazy|case|external|factory|constexpr)\\s+){0,6}";
const NAME = "([\\p{L}_$][\\p{L}\\p{N}_$]*)";
const pattern = (source: string) => new RegExp(`^${MODIFIERS}${source}`, "u");

/** A keyword, then the name: `class Tide`, `fn rise`. */
const keyword = (...words: string[]) => pattern(`(?:${words.join("|")})\\s+${NAME}`);
/** Type, name and parameters: `static int rise(int metres) {`. Statements such as `return f(x)` and calls are none. */
const TYPED_FUNCTION = pattern(
  `(?!(?:return|else|if|for|while|switch|catch|new|throw|await|yield|delete|using|goto|case|typedef|#)\\b)[\\p{L}_][\\p{L}\\p{N}_:<>,.?*&\\[\\] ]{0,120}?[\\s*&]~?(?:[\\p{L}\\p{N}_]+::){0,3}~?${NAME}\\s*\\([^;=]*$`,
);
/** A method without a type: `rise(metres) {`. */
const METHOD = pattern(
  `(?!(?:if|for|while|switch|catch|function|return|with)\\b)#?${NAME}\\s*\\([^;]*\\)[^;()]{0,120}\\{\\s*$`,
);
const ARROW = pattern(
  `(?:let|var|)\\s*${NAME}\\s*(?::[^=]{1,200})?=\\s*(?:async\\s*)?(?:function\\b|\\([^;]*(?:=>|[,(]\\s*$)|[\\p{L}_$][\\p{L}\\p{N}_$]*\\s*=>)`,
);

const SLASHES = /^(?:\/\/|\/\*|\*|@|#\[)/;
const HASH = /^(?:#|@)/;

const CLASSES =
  /^(?:[a-z()]+\s+){0,6}(?:class|interface|struct|enum|trait|impl|namespace|module|object|protocol|extension|record|mod|actor|mixin|union|defmodule)\b/;

const braces = (definitions: readonly RegExp[]) => ({ definitions, containers: CLASSES, above: SLASHES });

/** Languages whose files are cut by their definitions. */
export const LANGUAGES: readonly Language[] = [
  {
    mimeType: "text/x-python",
    extensions: ["py", "pyi", "pyw"],
    definitions: [/^(?:async\s+)?(?:def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u],
    containers: /^class\b/,
    above: HASH,
  },
  {
    mimeType: "text/javascript",
    extensions: ["js", "mjs", "cjs", "jsx"],
    ...braces([keyword("class", "function\\*?"), ARROW, METHOD]),
  },
  {
    mimeType: "text/x-typescript",
    extensions: ["ts", "mts", "cts", "tsx"],
    ...braces([
      keyword("class", "function\\*?", "interface", "type", "enum", "namespace", "module"),
      ARROW,
      METHOD,
    ]),
  },
  {
    mimeType: "text/x-java",
    extensions: ["java", "groovy"],
    ...braces([keyword("class", "interface", "enum", "record", "@interface"), TYPED_FUNCTION, METHOD]),
  },
  {
    mimeType: "text/x-csharp",
    extensions: ["cs"],
    ...braces([
      keyword("class", "interface", "enum", "record", "struct", "namespace"),
      TYPED_FUNCTION,
      METHOD,
    ]),
  },
  {
    mimeType: "text/x-c",
    extensions: ["c", "h"],
    ...braces([/^(?:typedef\s+)?(?:struct|enum|union)\s+(\w+)\s*\{?\s*$/, TYPED_FUNCTION]),
  },
  {
    mimeType: "text/x-c++",
    extensions: ["cc", "cpp", "cxx", "hh", "hpp", "hxx"],
    ...braces([/^(?:class|struct|enum(?:\s+class)?|union|namespace)\s+(\w+)[^;]*$/, TYPED_FUNCTION]),
  },
  {
    mimeType: "text/x-go",
    extensions: ["go"],
    definitions: [/^func\s+(?:\([^)]{0,200}\)\s*)?(\w+)/, /^type\s+(\w+)/],
    containers: /^$/,
    above: SLASHES,
  },
  {
    mimeType: "text/x-rust",
    extensions: ["rs"],
    ...braces([
      keyword("fn", "struct", "enum", "trait", "mod", "union", "macro_rules!", "type"),
      /^impl(?:<[^>]{0,200}>)?\s+([^{]{1,120}?)\s*(?:\{|where\b|$)/,
    ]),
  },
  {
    mimeType: "text/x-swift",
    extensions: ["swift"],
    ...braces([keyword("class", "struct", "enum", "protocol", "extension", "func", "actor")]),
  },
  {
    mimeType: "text/x-kotlin",
    extensions: ["kt", "kts", "scala", "dart"],
    ...braces([
      keyword("class", "interface", "object", "trait", "enum", "mixin", "extension", "def", "typealias"),
      /^(?:\w+\s+){0,5}fun\s+(?:<[^>]{0,100}>\s*)?(?:[\w<>?]+\.)?(\w+)/,
      TYPED_FUNCTION,
    ]),
  },
  {
    mimeType: "text/x-php",
    extensions: ["php"],
    ...braces([keyword("class", "interface", "trait", "enum", "function")]),
  },
  {
    mimeType: "text/x-ruby",
    extensions: ["rb", "rake"],
    definitions: [/^(?:def|class|module)\s+((?:self\.)?[\p{L}\p{N}_:?!]+)/u],
    containers: /^(?:class|module)\b/,
    above: HASH,
  },
  {
    mimeType: "text/x-elixir",
    extensions: ["ex", "exs"],
    definitions: [/^(?:defp?|defmodule|defmacro|defprotocol|defimpl)\s+([\w.?!]+)/],
    containers: /^def(?:module|protocol|impl)\b/,
    above: HASH,
  },
  {
    mimeType: "text/x-sh",
    extensions: ["sh", "bash", "zsh", "ksh", "ps1"],
    definitions: [/^function\s+([\w:-]+)/, /^([\w:-]+)\s*\(\)\s*\{?/],
    containers: /^$/,
    above: HASH,
  },
  {
    mimeType: "text/x-perl",
    extensions: ["pl", "pm"],
    definitions: [/^(?:sub|package)\s+([\w:]+)/],
    containers: /^$/,
    above: HASH,
  },
  {
    mimeType: "text/x-lua",
    extensions: ["lua"],
    definitions: [/^(?:local\s+)?function\s+([\w.:]+)/],
    containers: /^$/,
    above: /^--/,
  },
  {
    mimeType: "text/x-r",
    extensions: ["r"],
    definitions: [/^([\w.]+)\s*(?:<-|=)\s*function\b/],
    containers: /^$/,
    above: HASH,
  },
  {
    mimeType: "application/sql",
    extensions: ["sql"],
    definitions: [
      /^create\s+(?:or\s+replace\s+)?(?:(?:temporary|temp|unique|materialized|global|local)\s+){0,2}(?:table|view|function|procedure|trigger|index|type|schema|sequence|database|role|domain)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
    ],
    containers: /^$/,
    above: /^--/,
  },
];
