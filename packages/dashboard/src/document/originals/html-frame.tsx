import { useMemo } from "react";
import { safeHtml } from "./safe-html.ts";

/**
 * The HTML of a stranger, without all that loads, runs or leads elsewhere, in a frame that may run no script and has an
 * origin of its own.
 */
export function HtmlFrame({ html, title }: { html: string; title: string }) {
  const source = useMemo(() => safeHtml(html), [html]);
  return (
    <iframe className="html-frame" sandbox="" referrerPolicy="no-referrer" title={title} srcDoc={source} />
  );
}
