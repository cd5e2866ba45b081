/** Something that the user can mend: its message is all that is shown. */
export class UsageError extends Error {}
