import { createHash } from "node:crypto";
import { Markup, markup } from "../../../platform/http/markup.ts";

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --faint: #656b73; --line: #d5d9de; --paper: #ffffff; --wall: #f4f5f7; --accent: #2f6fd0; --wrong: #c0362c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ec; --faint: #9aa1aa; --line: #3b4048; --paper: #1e2125; --wall: #16181b; --accent: #6ea8ff; --wrong: #f07b70; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--wall); }
main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.25; overflow-wrap: anywhere; }
label { display: block; margin: .9rem 0 .25rem; font-weight: 600; }
input { width: 100%; padding: .55rem .7rem; font: inherit; color: inherit; background: var(--wall); border: 1px solid var(--line); border-radius: .4rem; }
button { width: 100%; margin-top: 1.1rem; padding: .6rem; font: inherit; font-weight: 600; cursor: pointer; border: 1px solid var(--accent); border-radius: .4rem; color: var(--paper); background: var(--accent); }
button.second { color: var(--ink); background: transparent; border-color: var(--line); margin-top: .6rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); } ul { padding-left: 1.2rem; } li.faint, .faint { color: var(--faint); }
main:has(pre) { max-width: 48rem; } pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; } mark { color: inherit; background: #f3d36b66; scroll-margin-top: 20vh; }
.boxes { list-style: none; padding: 0; } .boxes label { margin: .4rem 0; font-weight: 400; } .boxes input { width: auto; }
.wrong { padding: .6rem .8rem; border-left: 3px solid var(--wrong); background: var(--wall); }
`;

/** Without `form-action`: browsers apply it to redirects too, and a consent redirects to the client's own address. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  // Not "no-referrer": with it, browsers hide the origin of a posted form too.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
} as const;

const style = new Markup(STYLE);

/** Creates an HTML page. It uses no script. */
export function page(title: string, body: Markup, status = 200): Response {
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quarry</title>
<style>${style}</style>
</head>
<body><main>
<h1>${title}</h1>
${body}
</main></body>
</html>`;
  return new Response(text, { status, headers: HEADERS });
}

/** An error message above a form. */
export function problem(message: string | undefined): Markup {
  return message === undefined ? markup`` : markup`<p class="wrong" role="alert">${message}</p>`;
}

/** A hidden field; empty markup for an empty value. */
export function hiddenField(name: string, value: string | undefined): Markup {
  return value === undefined || value === ""
    ? markup``
    : markup`<input type="hidden" name="${name}" value="${value}">`;
}

/** A field for an e-mail address. */
export function emailField(value = ""): Markup {
  return markup`<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${value}">`;
}

/** A field for the current or a new password. */
export function passwordField(kind: "current" | "new"): Markup {
  const rule = kind === "new" ? markup` minlength="8" maxlength="128"` : markup``;
  return markup`<label for="password">${kind === "new" ? "Password (8 characters or more)" : "Password"}</label>
<input id="password" name="password" type="password" autocomplete="${kind}-password" required${rule}>`;
}

/** A field for a person's name. */
export function nameField(value = ""): Markup {
  return markup`<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" required maxlength="100" value="${value}">`;
}
