import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { text } from "../text/text.ts";
import { Icon } from "./icon.tsx";

/**
 * A modal dialog while it is mounted. The browser's own element keeps the focus inside, closes it with Escape and gives
 * the focus back. Content that takes the place of a form needs a dialog with a `key`, which takes the focus again.
 */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** False for a dialog that only its own form closes. */
  isClosable?: boolean;
  /** True for a dialog with much to read. */
  isWide?: boolean;
}) {
  const { title, onClose, children, isClosable = true, isWide = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Not `useEffect`: it ends after the element has left the page, when the browser no longer gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Not `autoFocus`: React applies it before the dialog is open.
    dialog?.querySelector<HTMLElement>("input:not([readonly]), textarea, select")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (isClosable) onClose();
      }}
      onClose={() => {
        // A browser closes a dialog at the second Escape, also where the first one was refused.
        if (isClosable && element.current) onClose();
        else element.current?.showModal();
      }}
      onClick={(event) => {
        if (isClosable && event.target === element.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId} dir="auto">
            {title}
          </h2>
          {isClosable && (
            <button
              type="button"
              className="button quiet square"
              aria-label={text.action.close}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
