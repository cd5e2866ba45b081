import { Link } from "@tanstack/react-router";
import { text } from "../text/text.ts";
import { PageHeader } from "./page-header.tsx";
import { Empty } from "./states.tsx";

/** What an unknown address shows. */
export function NotFound() {
  return (
    <>
      <PageHeader title={text.app.notFound} />
      <Empty icon="search" title={text.app.notFound} hint={text.app.notFoundHint}>
        <Link to="/spaces" className="button primary">
          {text.app.toSpaces}
        </Link>
      </Empty>
    </>
  );
}
