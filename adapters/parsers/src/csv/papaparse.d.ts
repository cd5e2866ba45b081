/** Types for the part of papaparse that the CSV parser uses. The package ships none. */
declare module "papaparse" {
  interface ParseMeta {
    readonly delimiter: string;
    /** End offset of the record, including its line end. */
    readonly cursor: number;
  }
  interface ParseError {
    readonly code: string;
  }
  interface ParseConfig {
    readonly delimiter?: string;
    readonly newline?: string;
    readonly preview?: number;
    readonly skipEmptyLines?: boolean;
    readonly delimitersToGuess?: readonly string[];
    readonly step?: (result: {
      readonly data: readonly string[];
      readonly errors: readonly ParseError[];
      readonly meta: ParseMeta;
    }) => void;
  }
  const Papa: {
    parse(text: string, config: ParseConfig): { readonly meta: ParseMeta };
  };
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default Papa;
}
