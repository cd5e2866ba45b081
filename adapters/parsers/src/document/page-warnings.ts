/** Collects the warnings about a document's pages. */
export interface PageWarnings {
  /** Records a page without readable text. */
  blank(page: number): void;
  all(): string[];
}

const MAX_LISTED_PAGES = 20;

export function collectPageWarnings(): PageWarnings {
  const blank: number[] = [];
  return {
    blank: (page) => blank.push(page),
    all() {
      if (blank.length === 0) return [];
      const listed = blank.slice(0, MAX_LISTED_PAGES).join(", ");
      const more = blank.length > MAX_LISTED_PAGES ? ` and ${blank.length - MAX_LISTED_PAGES} more` : "";
      return [`No text could be read on page ${listed}${more}.`];
    },
  };
}
