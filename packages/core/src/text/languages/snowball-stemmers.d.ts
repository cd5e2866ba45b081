declare module "snowball-stemmers" {
  /** Makes the stemmer of one language; `name` is one of `algorithms()`. */
  export function newStemmer(name: string): { stem(word: string): string };
}
