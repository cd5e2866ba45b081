const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), summary";

/** Where the focus was. */
interface Place {
  readonly element: HTMLElement;
  readonly list: Element | null;
  /** The place of the row in the list, and of the control in the row. */
  readonly row: number;
  readonly control: number;
  /** How many rows a list has, when only those in view exist. */
  readonly size: string | null;
  /** A control that is disabled loses the focus. */
  isDisabled: boolean;
}

/**
 * Moves the focus when the control that has it leaves the page: to the same control of the row that took the place of its
 * row, or as `elsewhere` does. A control that was disabled for a while, as buttons are while their call is on its way, gets it back.
 * Returns what ends this.
 */
export function keepFocus(elsewhere: () => void): () => void {
  let last: Place | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    last = placeOf(target as HTMLElement);
  };
  const onBlur = () =>
    // A control that is still there was left by a click on nothing.
    setTimeout(() => {
      if (!last || isDisabled(last.element)) return;
      if (last.element.isConnected && document.activeElement === document.body) last = undefined;
    });
  const observer = new MutationObserver(() => {
    if (!last) return;
    const place = last;
    const wasDisabled = place.isDisabled;
    // A browser takes the focus from a disabled control only when it draws the page.
    place.isDisabled = isDisabled(place.element);
    if (document.activeElement !== document.body) return;
    if (place.element.isConnected) {
      if (wasDisabled && !place.isDisabled) place.element.focus({ preventScroll: true });
      return;
    }
    last = undefined;
    const rows = place.list?.isConnected ? place.list.children : [];
    const next = rows[Math.min(place.row, rows.length - 1)];
    // The row was scrolled out of view.
    if (next && place.size !== null && next.ariaSetSize === place.size) return;
    const controls = next ? controlsOf(next) : [];
    const control = controls[place.control] ?? controls[0];
    if (control) control.focus();
    else elsewhere();
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
    observer.disconnect();
  };
}

const isDisabled = (element: Element) => element.matches(":disabled");

function placeOf(element: HTMLElement): Place {
  const row = element.closest("main li, main tbody tr");
  const list = row?.parentElement ?? null;
  return {
    ...{ element, list, size: row?.ariaSetSize ?? null },
    row: row && list ? [...list.children].indexOf(row) : 0,
    control: row ? controlsOf(row).indexOf(element) : 0,
    isDisabled: false,
  };
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}
