/** An error that the user can fix. The program prints its message without a stack trace. */
export class UserError extends Error {
  override readonly name = "UserError";
}
