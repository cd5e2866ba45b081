import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "../components/icon.tsx";
import { text } from "../text/text.ts";

const LINKS = [
  ["/spaces", "layers", text.nav.spaces],
  ["/playground", "spark", text.nav.playground],
  ["/keys", "key", text.nav.keys],
  ["/people", "people", text.nav.people],
  ["/usage", "gauge", text.nav.usage],
] as const satisfies readonly (readonly [string, IconName, string])[];

/** The links to the main pages: a column at the side, or a bar at the bottom of a phone. */
export function Navigation() {
  return (
    <nav className="navigation" aria-label={text.app.navigation}>
      {LINKS.map(([to, icon, label]) => (
        <Link key={to} to={to} className="nav-link">
          <Icon name={icon} size={20} />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
