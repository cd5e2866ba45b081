import { useSyncExternalStore } from "react";
import { text } from "../text/text.ts";
import { Icon } from "./icon.tsx";

/** A short message about what was done. */
interface Toast {
  readonly id: number;
  readonly message: string;
  readonly action?: { readonly label: string; readonly onChoose: () => void } | undefined;
}

const SHOWN_MS = 7_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a message for some seconds, with an action such as to undo. */
export function showToast(message: string, action?: Toast["action"]): void {
  const id = nextId++;
  set([...toasts.slice(-2), { id, message, action }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** The place of the messages. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, message, action }) => (
        <div key={id} className="toast">
          <span dir="auto">{message}</span>
          {action && (
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                dismiss(id);
                action.onChoose();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="button quiet square"
            aria-label={text.action.close}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
