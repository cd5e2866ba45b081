/** Collects the warnings about a document's pages. */
export interface PageWarnings {
  /** Records a page without readable text. */
  blank(page: number): void;
  /** Records a page with letters that were left out, because they could not be read with confidence. */
  illegible(page: number): void;
  /** Records a page with pictures beside its text that were not searched for text. */
  pictures(page: number): void;
  all(): string[];
}

const MAX_LISTED_PAGES = 20;

export function collectPageWarnings(): PageWarnings {
  const blank: number[] = [];
  const illegible: number[] = [];
  const pictures: number[] = [];
  return {
    blank: (page) => blank.push(page),
    illegible: (page) => illegible.push(page),
    pictures: (page) => pictures.push(page),
    all() {
      const partly = illegible.filter((page) => !blank.includes(page));
      return [
        ...(blank.length > 0 ? [`No text could be read on page ${listOf(blank)}.`] : []),
        ...(partly.length > 0
          ? [`Letters in an image were left out, because they are not legible, on page ${listOf(partly)}.`]
          : []),
        ...(pictures.length > 0
          ? [`Pictures beside the text were left out on page ${listOf(pictures)}.`]
          : []),
      ];
    },
  };
}

function listOf(pages: readonly number[]): string {
  const more = pages.length > MAX_LISTED_PAGES ? ` and ${pages.length - MAX_LISTED_PAGES} more` : "";
  return `${pages.slice(0, MAX_LISTED_PAGES).join(", ")}${more}`;
}
