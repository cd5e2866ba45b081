/** Collects what is to be said of a document's pages. */
export interface PageWarnings {
  /** The page holds nothing to read. */
  blank(page: number): void;
  all(): string[];
}

const MAX_NAMED = 20;

/** Starts with nothing to say. */
export function warningsOfPages(): PageWarnings {
  const blank: number[] = [];
  return {
    blank: (page) => blank.push(page),
    all() {
      if (blank.length === 0) return [];
      const named = blank.slice(0, MAX_NAMED).join(", ");
      const more = blank.length > MAX_NAMED ? ` and ${blank.length - MAX_NAMED} more` : "";
      return [`Nothing could be read on page ${named}${more}.`];
    },
  };
}
