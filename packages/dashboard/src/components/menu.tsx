import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** One choice of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  /** Why it is not available now. */
  readonly disabledBecause?: string | undefined;
  /** A checked choice of several. */
  readonly isChecked?: boolean;
  readonly onChoose: () => void;
}

/** A button that opens a list of choices. Arrow keys move, Escape closes. */
export function Menu(props: {
  label: string;
  items: readonly MenuItem[];
  children: ReactNode;
  className?: string;
  /** True when the content of the button names it; otherwise the label does. */
  hasText?: boolean;
  opens?: "down" | "up";
}) {
  const {
    label,
    items,
    children,
    className = "button quiet square",
    hasText = false,
    opens = "down",
  } = props;
  const [isOpen, setOpen] = useState(false);
  const wrapper = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!wrapper.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    wrapper.current?.querySelector(".menu-list")?.scrollIntoView({ block: "nearest" });
    choices(wrapper.current)[0]?.focus();
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = choices(wrapper.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else if (next !== undefined) all.at(next % all.length)?.focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  };

  return (
    <div className="menu" ref={wrapper}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={hasText ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={`menu-list ${opens}`}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              {...(item.isChecked === undefined
                ? { role: "menuitem" }
                : { role: "menuitemradio", "aria-checked": item.isChecked })}
              tabIndex={-1}
              aria-disabled={item.disabledBecause !== undefined}
              className={item.isDangerous ? "menu-item dangerous" : "menu-item"}
              onClick={() => {
                if (item.disabledBecause !== undefined) return;
                close();
                item.onChoose();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              <span dir="auto">
                {item.label}
                {item.disabledBecause !== undefined && <small> {item.disabledBecause}</small>}
              </span>
              {item.isChecked && <Icon name="check" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function choices(wrapper: HTMLElement | null): HTMLElement[] {
  return [...(wrapper?.querySelectorAll<HTMLElement>(".menu-item") ?? [])];
}
