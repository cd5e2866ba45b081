import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { FormError } from "../../components/states.tsx";
import { text } from "../../text/text.ts";
import { ActionDialog, type ActionName } from "./action-dialog.tsx";
import type { Command } from "./command.ts";
import { useCommands } from "./use-commands.ts";

const words = text.palette;

/** A dialog that finds pages, spaces, documents and actions as one types, and asks questions: Ctrl-K, or Cmd-K. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  const [action, setAction] = useState<ActionName>();
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  return (
    <>
      {isOpen && <Palette onClose={() => setOpen(false)} onAction={setAction} />}
      {action && <ActionDialog name={action} onClose={() => setAction(undefined)} />}
    </>
  );
}

function Palette({ onClose, onAction }: { onClose: () => void; onAction: (name: ActionName) => void }) {
  const [typed, setTyped] = useState("");
  /** The key of the chosen line, which stays chosen while documents are found above it. */
  const [chosenKey, setChosenKey] = useState<string>();
  const id = useId();
  const { commands, note, error } = useCommands(typed.trim(), onAction);
  const at = Math.max(
    0,
    commands.findIndex(({ key }) => key === chosenKey),
  );
  const chosen = commands[at];
  const optionId = ({ key }: Command) => `${id}-${key}`;
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (step: number) => {
    const next = commands.at((at + step) % commands.length);
    if (!next) return;
    setChosenKey(next.key);
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) move(step);
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
        aria-activedescendant={chosen && optionId(chosen)}
        placeholder={words.placeholder}
        dir="auto"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosenKey(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={id} aria-label={words.title} className="palette-list">
        {commands.map((command) => (
          <div
            key={command.key}
            id={optionId(command)}
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
            <span className="faint" dir="auto">
              {command.kind}
            </span>
          </div>
        ))}
      </div>
      {note !== undefined && <p className="faint">{note}</p>}
      <FormError error={error} />
    </Dialog>
  );
}
