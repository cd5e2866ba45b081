import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { MeProvider } from "../api/person.tsx";
import { personQuery } from "../api/person-query.ts";
import { Empty } from "../components/states.tsx";
import { Toasts } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { CommandPalette } from "./palette/command-palette.tsx";
import { SessionDialog } from "./session-dialog.tsx";
import { TroubleLine } from "./trouble-line.tsx";
import { useFocus } from "./use-focus.ts";

/** The frame of all pages: the navigation, and the page beside it. */
export function Shell() {
  const { data: person } = useQuery(personQuery);
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
