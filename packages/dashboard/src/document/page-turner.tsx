import { type FormEvent, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";

const words = text.document;

/** Turns the pages of an original: the page before and after, and a field for its number. */
export function PageTurner(props: { page: number; pageCount: number; onTurn: (page: number) => void }) {
  const { page, pageCount, onTurn } = props;
  const [typed, setTyped] = useState<string>();
  const goToTyped = () => {
    setTyped(undefined);
    const wanted = Math.round(Number(typed));
    if (typed !== undefined && wanted >= 1) onTurn(wanted);
  };
  return (
    <form
      className="page-turner"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        goToTyped();
      }}
    >
      <button
        type="button"
        className="button small square"
        aria-label={words.previousPage}
        aria-keyshortcuts="PageUp"
        aria-disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      >
        <Icon name="back" size={16} />
      </button>
      <input
        type="number"
        className="number"
        aria-label={words.pageNumber}
        min={1}
        max={pageCount}
        value={typed ?? page}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={goToTyped}
      />
      <span className="faint number">{words.ofPages(pageCount)}</span>
      <button
        type="button"
        className="button small square turned"
        aria-label={words.nextPage}
        aria-keyshortcuts="PageDown"
        aria-disabled={page >= pageCount}
        onClick={() => onTurn(page + 1)}
      >
        <Icon name="back" size={16} />
      </button>
    </form>
  );
}
