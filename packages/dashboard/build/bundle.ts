import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { contentHash, type NamedText, nameByContent } from "./content-names.ts";

const PACKAGE = resolve(import.meta.dir, "..");
const PAGE = "index.html";
const BASE = "/app/assets/";
/** It runs in a worker of its own, so it is a file of its own; it is minified already. */
const PDF_WORKER = fileURLToPath(import.meta.resolve("pdfjs-dist/build/pdf.worker.min.mjs"));

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b8074"><path opacity=".4" d="M4 21.5l12 6 12-6-12-6z"/><path opacity=".7" d="M4 16l12 6 12-6-12-6z"/><path d="M4 10.5l12 6 12-6-12-6z"/></svg>',
)}`;

/** What is built. */
export interface Bundle {
  /** Texts by file name: the page `index.html`, and the scripts and the style with hashes in their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of the scripts that a browser loads before it shows something, besides the texts of its language. */
  readonly firstScripts: readonly string[];
  /** Names of the scripts with the texts, one for each language. A browser loads one of them. */
  readonly catalogues: readonly string[];
}

/** `main.tsx` loads the texts of a language, and then the application, which needs them. */
const SCRIPTS = ["main", "app"];
const CATALOGUES = ["en", "de", "zh", "ar"];
/**
 * Lets the browser compile all functions of a script while it is loaded, in another thread, instead of each with its first
 * call (https://v8.dev/blog/explicit-compile-hints). Browsers without it read a comment.
 */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Builds the dashboard in memory. The same sources give the same files on each machine.
 * @throws AggregateError with the problems of the sources.
 */
export async function bundle(): Promise<Bundle> {
  const { outputs } = await Bun.build({
    entrypoints: [
      ...SCRIPTS.map((script) => `${script}.tsx`),
      ...CATALOGUES.map((language) => `text/${language}.ts`),
      // It is not served: it separates the libraries, which change less often, from our own code.
      "libraries.ts",
      "styles/index.css",
    ].map((path) => join(PACKAGE, "src", path)),
    root: PACKAGE,
    target: "browser",
    splitting: true,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    naming: { entry: "[name]-[hash].[ext]", chunk: "part-[hash].[ext]", asset: "style-[hash].[ext]" },
  });
  const built = await Promise.all(
    outputs.map(async (output) => ({ name: output.path.replace(/^\.\//, ""), text: await output.text() })),
  );
  const served = built.filter(({ name }) => !name.startsWith("libraries-"));
  const worker = await Bun.file(PDF_WORKER).text();
  const named = [
    ...nameByContent(withCompileHints(served)),
    { name: `pdf.worker-${contentHash(worker)}.js`, text: worker },
  ];
  const nameOf = (pattern: RegExp) => {
    const found = named.find(({ name }) => pattern.test(name));
    if (!found) throw new Error(`Nothing was built with a name like ${pattern}.`);
    return found;
  };
  const main = nameOf(/^main-/).name;
  const firstScripts = firstScriptsOf(named);
  const page = pageOf({
    main,
    ahead: firstScripts.filter((name) => name !== main),
    style: nameOf(/\.css$/).name,
    pdfWorker: nameOf(/^pdf/).name,
  });
  return {
    files: new Map([[PAGE, page], ...named.map(({ name, text }) => [name, text] as const)]),
    firstScripts,
    catalogues: CATALOGUES.map((language) => nameOf(new RegExp(`^${language}-`)).name),
  };
}

function withCompileHints(files: readonly NamedText[]): readonly NamedText[] {
  const first = new Set(firstScriptsOf(files));
  return files.map(({ name, text }) => ({ name, text: first.has(name) ? COMPILE_HINT + text : text }));
}

/** Names of the scripts of the first load: the entry points, and what they import before they run. */
function firstScriptsOf(files: readonly NamedText[]): string[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, imported = ""] of (texts.get(name) ?? "").matchAll(/(?:from|import)"\.\/([^"]+)"/g))
      add(imported);
  };
  for (const { name } of files) if (SCRIPTS.some((script) => name.startsWith(`${script}-`))) add(name);
  return [...found];
}

function pageOf(names: { main: string; ahead: readonly string[]; style: string; pdfWorker: string }): string {
  const { main, ahead, style, pdfWorker } = names;
  const preloads = ahead.map((name) => `<link rel="modulepreload" href="${BASE}${name}">\n`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="pdf-worker" content="${BASE}${pdfWorker}">
<title>Quarry</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${BASE}${style}">
${preloads}<script type="module" src="${BASE}${main}"></script>
<noscript><meta http-equiv="refresh" content="0; url=/app/account"></noscript>
</head>
<body><div id="app"></div></body>
</html>
`;
}
