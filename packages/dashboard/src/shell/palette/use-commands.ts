import { useNavigate } from "@tanstack/react-router";
import { text } from "../../text/text.ts";
import { FIRST_PAGES } from "../pages.ts";
import { useFurtherPages } from "../use-pages.ts";
import type { ActionName } from "./action-dialog.tsx";
import { type Command, matchesLabel } from "./command.ts";
import { useActions } from "./use-actions.ts";
import { usePlaces } from "./use-places.ts";

/** All lines of the palette that fit what is typed, best first. */
export function useCommands(typed: string, open: (name: ActionName) => void) {
  const navigate = useNavigate();
  const further = useFurtherPages();
  const { spaces, documents, note, error } = usePlaces(typed);
  const matches = ({ label }: Command) => matchesLabel(typed, label);
  const pages = [...FIRST_PAGES, ...further]
    .map(
      ([to, icon, label]): Command => ({
        ...{ key: to.slice(1), icon, label, kind: text.palette.page },
        run: () => void navigate({ to }),
      }),
    )
    .filter(matches);
  const actions = useActions(open).filter(matches);
  const ask: Command = {
    ...{ key: "ask", icon: "search", label: text.palette.ask(typed), kind: text.nav.playground },
    run: () => void navigate({ to: "/playground", search: { q: typed } }),
  };
  const commands =
    typed === "" ? [...pages, ...actions, ...spaces] : [...spaces, ...documents, ...pages, ...actions, ask];
  return { commands, note, error };
}
