import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { markup } from "./markup.ts";

/** The path of the dashboard's scripts and styles. */
export const DASHBOARD_ASSETS = "/app/assets";

const PAGE = "index.html";
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The dashboard, which was built ahead into `packages/dashboard/built`: a page, and files compressed with gzip. */
export interface DashboardFiles {
  /**
   * The page of all addresses below `/app`. It loads the texts of a language ahead, and holds who is signed in: the browser
   * otherwise asks for both when the first script runs.
   */
  page(given: { readonly language: string; readonly person: object }): string;
  /** The path of the style, which pages without script use too. */
  readonly stylePath: string;
  /** The address of the icon, a `data:` URL, which pages without script use too. */
  readonly iconUrl: string;
  /** A script or style; undefined for a name that was not built. */
  asset(name: string, request: Request): Response | undefined;
}

let files: DashboardFiles | undefined;

/** Reads the names of the built files with the first call, and each file when it is requested: 150 kB in all. */
export function dashboardFiles(): DashboardFiles {
  files ??= readFiles(dirname(fileURLToPath(import.meta.resolve(`@quarry/dashboard/built/${PAGE}`))));
  return files;
}

function readFiles(folder: string): DashboardFiles {
  const compressed = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(".gz"))
      .map((file) => [file.slice(0, -".gz".length), lazily(() => readFileSync(join(folder, file)))]),
  );
  const names = [...compressed.keys()];
  const page = readFileSync(join(folder, PAGE), "utf8");
  const style = names.find((name) => name.endsWith(".css")) ?? "";
  return {
    page({ language, person }) {
      const texts = names.find((name) => name.startsWith(`${language}-`));
      const preload = texts && `<link rel="modulepreload" href="${DASHBOARD_ASSETS}/${texts}">\n`;
      const data = markup`<meta name="person" content="${JSON.stringify(person)}">`;
      // A function, because names may hold the patterns of a replacement, such as "$&".
      return page.replace("</head>", () => `${preload ?? ""}${data.text}\n</head>`);
    },
    stylePath: `${DASHBOARD_ASSETS}/${style}`,
    iconUrl: /<link rel="icon" href="([^"]*)"/.exec(page)?.[1] ?? "",
    asset(name, request) {
      const bytes = compressed.get(name)?.();
      if (!bytes) return undefined;
      const headers = new Headers({
        "content-type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        // A name contains the hash of its content.
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
        "x-content-type-options": "nosniff",
      });
      if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? ""))
        return new Response(gunzipSync(bytes), { headers });
      headers.set("content-encoding", "gzip");
      return new Response(new Uint8Array(bytes), { headers });
    },
  };
}

function lazily<Value>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
