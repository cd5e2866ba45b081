/** The part of papaparse that the CSV parser uses; the package ships no types. */
declare module "papaparse" {
  interface ParseMeta {
    readonly delimiter: string;
    /** Where the record ends, its line end included. */
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
  // biome-ignore lint/style/noDefaultExport: this is how the package exports itself
  export default Papa;
}
