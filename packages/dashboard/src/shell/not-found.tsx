import { Link } from "@tanstack/react-router";
import { PageHeader } from "../components/page-header.tsx";
import { Empty } from "../components/states.tsx";
import { text } from "../text/text.ts";

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
