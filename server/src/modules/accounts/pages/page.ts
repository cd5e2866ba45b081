import { dashboardFiles } from "../../../platform/http/dashboard-files.ts";
import { type Markup, markup } from "../../../platform/http/markup.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../platform/settings/accounts.ts";
import type { PageText } from "./text/en.ts";

/** Without `form-action`: browsers apply it to redirects too, and a consent redirects to the client's own address. */
const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  // Not "no-referrer": with it, browsers hide the origin of a posted form too.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Creates an HTML page with the style of the dashboard. It uses no script. */
export function page({ tag, direction }: PageText, title: string, body: Markup, status = 200): Response {
  const { text } = markup`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quarry</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${dashboardFiles().iconUrl}">
<link rel="stylesheet" href="${dashboardFiles().stylePath}">
</head>
<body class="entry"><main>
${LOGO}
<h1>${title}</h1>
${body}
</main></body>
</html>`;
  return new Response(text, { status, headers: HEADERS });
}

const LOGO = markup`<svg class="logo" width="34" height="34" viewBox="0 0 32 32" aria-hidden="true">
<path class="logo-low" d="M4 21.5 16 27.5 28 21.5 16 15.5Z"/><path class="logo-middle" d="M4 16 16 22 28 16 16 10Z"/><path class="logo-top" d="M4 10.5 16 16.5 28 10.5 16 4.5Z"/>
</svg>`;

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
export function emailField({ field }: PageText, value = ""): Markup {
  return markup`<label for="email">${field.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${value}">`;
}

/** A field for the current or a new password. */
export function passwordField({ field }: PageText, kind: "current" | "new"): Markup {
  const rule = markup` minlength="${PASSWORD_MIN_CHARS}" maxlength="${PASSWORD_MAX_CHARS}"`;
  return markup`<label for="password">${kind === "new" ? field.newPassword : field.password}</label>
<input id="password" name="password" type="password" autocomplete="${kind}-password" required${kind === "new" ? rule : markup``}>`;
}

/** A field for a person's name. */
export function nameField({ field }: PageText, value = ""): Markup {
  return markup`<label for="name">${field.name}</label>
<input id="name" name="name" autocomplete="name" required maxlength="100" value="${value}">`;
}
