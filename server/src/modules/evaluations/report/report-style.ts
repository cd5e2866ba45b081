import { createHash } from "node:crypto";

/** The report's style: for light and dark mode, paper and phones. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --faint: #656b73; --line: #d5d9de; --paper: #ffffff; --first: #2f6fd0; --second: #c2570c; --better: #1a7f4b; --worse: #c0362c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ec; --faint: #9aa1aa; --line: #3b4048; --paper: #16181b; --first: #6ea8ff; --second: #f0a35e; --better: #55c48a; --worse: #f07b70; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { white-space: nowrap; } td.figure, th.figure { text-align: right; white-space: nowrap; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; } svg.key { width: .8em; height: .8em; }
svg text { fill: var(--ink); } svg text.faint { fill: var(--faint); }
.axis { stroke: var(--line); } .zero { stroke: var(--faint); } .whisker { stroke: var(--ink); stroke-width: 1.5; }
.first { fill: var(--first); fill-opacity: .7; } .second { fill: var(--second); fill-opacity: .7; } .better { fill: var(--better); } .worse { fill: var(--worse); }
`;

/**
 * The content security policy of a report: it allows this style and nothing else. The page contains it as well, so that
 * it also applies to a saved copy.
 */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(REPORT_STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;
