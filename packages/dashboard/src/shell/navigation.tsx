import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { text } from "../text/text.ts";
import { FIRST_PAGES, type PageLink } from "./pages.ts";
import { useFurtherPages } from "./use-pages.ts";

/** The links to the main pages: a column at the side, or a bar at the bottom of a phone. */
export function Navigation() {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const further = useFurtherPages();
  const isFurther = further.some(([to]) => path.startsWith(to));
  return (
    <nav className="navigation" aria-label={text.app.navigation}>
      {FIRST_PAGES.map((page) => (
        <NavLink key={page[0]} page={page} className="nav-link" />
      ))}
      {further.map((page) => (
        <NavLink key={page[0]} page={page} className="nav-link nav-wide" />
      ))}
      <div className="nav-more">
        <Menu
          label={text.nav.more}
          hasText
          className={isFurther ? "nav-link current" : "nav-link"}
          opens="up"
          items={further.map(([to, icon, label]) => ({
            label,
            icon,
            onChoose: () => void navigate({ to }),
          }))}
        >
          <Icon name="more" size={20} />
          <span>{text.nav.more}</span>
        </Menu>
      </div>
    </nav>
  );
}

function NavLink({ page: [to, icon, label], className }: { page: PageLink; className: string }) {
  return (
    <Link to={to} className={className}>
      <Icon name={icon} size={20} />
      <span>{label}</span>
    </Link>
  );
}
