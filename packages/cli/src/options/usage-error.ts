/** An error that the user can fix. Only its message is printed. */
export class UsageError extends Error {}
