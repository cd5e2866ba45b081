/** Passages that have few words in common. */
export const PASSAGES = [
  "The cat sleeps by the oven, and who is there hears that it purrs.",
  "An engine needs its oil, or the motor of the car will not run for long.",
  "Keys expire after a year: rotate the key, then the password.",
  "Bake the bread with flour. All of it.",
  "Employees have holiday for 30 days.",
  "When a laptop has a broken screen, replace it.",
] as const;

/** What somebody will send one day. */
export const ODD_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["nothing", ""],
  ["white space", " \n\t\u00a0 "],
  ["emoji", "🦊🏳️‍🌈 👩‍👩‍👧‍👦"],
  ["half a pair of surrogates", "a\ud83d b \udc00"],
  ["control characters", "\u0000\u0007\u001b[31m\u200b\ufeff"],
  ["marks alone", "?! -- ... ,,,"],
  ["many scripts", "知識ベース основа قاعدة ज्ञान ฐานความรู้"],
  ["one endless word", "x".repeat(100_000)],
  ["a book", "All work and no play makes a dull day. ".repeat(10_000)],
];
