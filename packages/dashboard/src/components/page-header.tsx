import { type ReactNode, useEffect } from "react";
import { text } from "../text/text.ts";

/** The title of a page, in the page and in the browser's tab, with the page's main actions. */
export function PageHeader(props: {
  title: string;
  hint?: ReactNode;
  before?: ReactNode;
  children?: ReactNode;
}) {
  const { title, hint, before, children } = props;
  useEffect(() => {
    document.title = `${title} · ${text.app.name}`;
  }, [title]);
  return (
    <header className="page-header">
      <div className="page-title">
        {before}
        <h1>{title}</h1>
        {hint && <p className="faint">{hint}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  );
}
