import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useMe } from "../api/person.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Icon, type IconName } from "../components/icon.tsx";
import { spacesQuery } from "../spaces/space-queries.ts";
import { matchesWords } from "../spaces/spaces-search.ts";
import { text } from "../text/text.ts";
import { FIRST_PAGES } from "./pages.ts";
import { useFurtherPages } from "./use-pages.ts";

const words = text.palette;
const SHOWN = 12;

interface Command {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly kind: string;
  readonly run: () => void;
}

/** A dialog that finds pages and spaces as one types, and asks questions: Ctrl-K, or Cmd-K. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  return isOpen ? <Palette onClose={() => setOpen(false)} /> : null;
}

function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const commands = useCommands(typed);
  const chosen = commands[Math.min(at, commands.length - 1)];
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + commands.length) % (commands.length || 1));
    else if (event.key === "Enter") run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <input
        role="combobox"
        aria-label={words.placeholder}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        placeholder={words.placeholder}
        dir="auto"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={id} aria-label={words.title} className="palette-list">
        {commands.map((command) => (
          <div
            key={command.key}
            id={`${id}-${command.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className="palette-item"
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
          >
            <Icon name={command.icon} />
            <span className="clip" dir="auto">
              {command.label}
            </span>
            <span className="faint">{command.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function useCommands(typed: string): Command[] {
  const { quarry } = useMe();
  const navigate = useNavigate();
  const further = useFurtherPages();
  const spaces = useQuery(spacesQuery(quarry, "active"));
  const pages = [...FIRST_PAGES, ...further]
    .filter(([, , name]) => name.toLowerCase().includes(typed.trim().toLowerCase()))
    .map(([to, icon, label]) => ({
      ...{ key: to.slice(1), icon, label, kind: words.page },
      run: () => void navigate({ to }),
    }));
  const found = (spaces.data ?? [])
    .filter((space) => matchesWords(typed.trim(), space))
    .slice(0, SHOWN)
    .map(({ id, name, slug }) => ({
      ...{ key: id, icon: "folder" as const, label: name, kind: words.space },
      run: () => void navigate({ to: "/spaces/$spaceId", params: { spaceId: slug } }),
    }));
  const q = typed.trim();
  const ask = { key: "ask", icon: "search" as const, label: words.ask(q), kind: text.nav.playground };
  const asking = { ...ask, run: () => void navigate({ to: "/playground", search: { q } }) };
  return q === "" ? [...pages, ...found] : [...found, ...pages, asking];
}
