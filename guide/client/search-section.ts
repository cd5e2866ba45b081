/** A section of a page, as the search of the site finds it. */
export interface SearchSection {
  /** Address of the page with the anchor of the section. */
  readonly at: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}
