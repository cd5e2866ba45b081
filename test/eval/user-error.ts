/** What the one who runs the evaluation can put right; shown as one line, without a stack. */
export class UserError extends Error {
  override readonly name = "UserError";
}
