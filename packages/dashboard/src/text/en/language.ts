/** Texts of the choice of a language. */
export const language = {
  open: "Language",
  title: "Language",
  use: "Use this language",
  typed: "The page loads again. What you typed and did not send is lost.",
};
