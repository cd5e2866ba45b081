import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import type { Person } from "../api/account.ts";
import { isSignedOut } from "../api/errors.ts";
import { MeProvider } from "../api/person.tsx";
import { personQuery } from "../api/person-query.ts";
import { Empty, Loading, Problem } from "../components/states.tsx";
import { Toasts } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { CommandPalette } from "./palette/command-palette.tsx";
import { SessionDialog } from "./session-dialog.tsx";
import { TroubleLine } from "./trouble-line.tsx";
import { useFocus } from "./use-focus.ts";

/** The frame of all pages. */
export function Shell() {
  const me = useQuery(personQuery);
  if (!me.data) {
    if (me.isPending) return <Waiting />;
    // The page was opened from the browser's memory, after the session had ended.
    if (isSignedOut(me.error)) {
      const next = location.pathname + location.search;
      location.replace(`/app/sign-in?next=${encodeURIComponent(next)}`);
    }
    return <Problem error={me.error} onRetry={() => void me.refetch()} isPage />;
  }
  return <Frame person={me.data} />;
}

/** The navigation, and the page beside it. */
function Frame({ person }: { person: Person }) {
  useFocus();
  return (
    <MeProvider person={person}>
      <a href="#content" className="skip-link">
        {text.app.skip}
      </a>
      <div className="shell">
        <aside className="sidebar">
          <Link to="/spaces" className="brand" aria-label={text.app.name}>
            <Logo />
            <span>{text.app.name}</span>
          </Link>
          <Navigation />
          <AccountMenu />
        </aside>
        <main id="content" className="content" tabIndex={-1}>
          <TroubleLine />
          {person.organization ? (
            <Outlet />
          ) : (
            <Empty icon="people" title={text.app.noOrganization} hint={text.app.noOrganizationHint}>
              <a className="button primary" href="/app/account">
                {text.app.account}
              </a>
            </Empty>
          )}
        </main>
      </div>
      <CommandPalette />
      <Toasts />
      <SessionDialog email={person.email} />
    </MeProvider>
  );
}

function Waiting() {
  return (
    <div className="waiting">
      <Logo />
      <Loading rows={0} isPage />
    </div>
  );
}
