import { type ReactNode, useEffect } from "react";
import { text } from "../text/text.ts";

/** The title of a page, in the page and in the browser's tab, with the page's main actions. */
export function PageHeader(props: {
  title: string;
  hint?: ReactNode;
  before?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  const { title, hint, before, icon, children } = props;
  useEffect(() => {
    document.title = `${title} · ${text.app.name}`;
  }, [title]);
  return (
    <header className="page-header">
      <div className="page-title">
        {before}
        <div className="page-name">
          {icon}
          <h1 dir="auto">{title}</h1>
        </div>
        {hint && <p className="faint">{hint}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  );
}
