const EVIL = "https://evil.example";
const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The content of a page that tries to run scripts, to load from elsewhere and to lead there. */
export const HOSTILE_BODY = `<h1>Rules of the pier</h1><p>Boats give way to <b>ferries</b>.</p>
<script>top.__hit = 1; fetch("${EVIL}/script")</script>
<img src="${EVIL}/pixel.png" alt="a pixel" onerror="top.__hit = 1"><img src="x" onerror="parent.__hit = 1">
<img src="${DOT}" srcset="${EVIL}/large.png 2x" alt="a dot">
<form action="${EVIL}/form"><input name="q" autofocus onfocus="top.__hit = 1"><button>Send it</button></form>
<iframe src="${EVIL}/frame"></iframe><iframe srcdoc="<script>top.__hit = 1</script>"></iframe>
<object data="${EVIL}/object"></object><embed src="${EVIL}/embed"><video src="${EVIL}/film" poster="${EVIL}/poster"></video>
<svg onload="top.__hit = 1"><image href="${EVIL}/svg.png" /><script>top.__hit = 1</script></svg>
<math><mtext><table><mglyph><style><img src="${EVIL}/math" onerror="top.__hit = 1"></style></mglyph></table></mtext></math>
<p style="background: url(${EVIL}/paragraph.png)">A paragraph.</p>
<table background="${EVIL}/table.png"><tr><td>A cell</td></tr></table>
<a href="javascript:top.__hit = 1" ping="${EVIL}/ping">A script</a> <a href="${EVIL}/away" target="_top">Elsewhere</a>
<noscript><img src="${EVIL}/noscript.png"></noscript><template><img src="${EVIL}/template.png"></template>`;

/** A page that tries it in its head, too. */
export const HOSTILE_PAGE = `<!doctype html><html><head><title>Rules</title><base href="${EVIL}/">
<meta http-equiv="refresh" content="0; url=${EVIL}/refresh">
<link rel="preload" as="image" href="${EVIL}/preload.png"><link rel="prefetch" href="${EVIL}/prefetch">
<link rel="dns-prefetch" href="${EVIL}"><link rel="stylesheet" href="${EVIL}/style.css"><link rel="icon" href="${EVIL}/icon.png">
<style>@import url(${EVIL}/import.css); body { background: url(${EVIL}/body.png) }</style>
<script src="${EVIL}/head.js"></script></head>
<body onload="top.__hit = 1" background="${EVIL}/background.png">${HOSTILE_BODY}</body></html>`;

/** What a harmless copy of the page does not have. */
export const HARMFUL = new RegExp(
  [
    "evil\\.example|javascript:|refresh|\\son\\w+\\s*=",
    "<(?:script|style|form|input|base|link|svg|math|iframe|object|embed|video)\\b",
  ].join("|"),
  "i",
);
