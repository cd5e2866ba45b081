/** Passages with few words in common. */
export const PASSAGES = [
  "The cat sleeps by the oven, and all who are there can hear that it purrs.",
  "An engine needs its oil, or the motor of the car will not run for long.",
  "Keys expire after a year: rotate the key, then the password.",
  "Bake the bread with flour. All of it.",
  "Employees have holiday for 30 days.",
  "When a laptop has a broken screen, replace it.",
] as const;

/** Unusual texts that adapters must accept. */
export const ODD_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["an empty text", ""],
  ["white space", " \n\t\u00a0 "],
  ["emoji", "🦊🏳️‍🌈 👩‍👩‍👧‍👦"],
  ["lone surrogates", "a\ud83d b \udc00"],
  ["control characters", "\u0000\u0007\u001b[31m\u200b\ufeff"],
  ["punctuation only", "?! -- ... ,,,"],
  ["many scripts", "知識ベース основа قاعدة ज्ञान ฐานความรู้"],
  ["a very long word", "x".repeat(100_000)],
  ["a very long text", "All work and no play makes a dull day. ".repeat(10_000)],
];
