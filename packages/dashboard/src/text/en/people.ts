/** Texts of people. */
export const people = {
  title: "People",
  hint: "Members read and write; admins also delete, and manage keys and people.",
  hintForMembers: "Admins and the owner invite people.",
  invite: "Invite",
  submitInvite: "Send the invitation",
  email: "E-mail",
  role: "Role",
  roles: { member: "Member", admin: "Admin", owner: "Owner" },
  roleHints: {
    member: "Reads and writes spaces and documents, and asks questions.",
    admin: "Also deletes, makes API keys, and invites and removes people.",
  },
  makeRole: { member: "Member", admin: "Admin" },
  you: "(you)",
  remove: "Remove from the organization",
  removeTitle: (name: string) => `Remove ${name} from the organization?`,
  removeHint:
    "Their access ends at once, and the access of their assistants. API keys that they made go on to work. They can be invited again.",
  submitRemove: "Remove",
  removeDone: (email: string) => `${email} is removed`,
  transfer: "Make the owner",
  transferTitle: (name: string) => `Make ${name} the owner?`,
  transferHint:
    "An organization has one owner. You become an admin, and only the new owner can give the ownership back.",
  transferConfirm: (email: string) => `Type “${email}” to confirm`,
  submitTransfer: "Transfer the ownership",
  transferDone: (name: string) => `${name} is the owner now`,
  invited: (email: string) => `${email} is invited`,
  invitedHint: "A mail is on its way, if this server sends mail. The link works too, for seven days:",
  invitations: "Invitations",
  openUntil: (when: string) => `expires ${when}`,
  copyLink: "Copy the link",
  withdraw: "Withdraw",
};

/** Texts of usage. */
export const usage = {
  title: "Usage",
  hint: (organization: string, tier: string) => `${organization} is on the tier ${tier}.`,
  tiers: { sandbox: "Sandbox", developer: "Developer", pro: "Pro", enterprise: "Enterprise" },
  spaces: "Spaces",
  documents: "Documents",
  storage: "Storage",
  originals: "Size of the original files",
  apiKeys: "API keys",
  perSpace: (limit: string) => `At most ${limit} in a space`,
  calls: (seconds: number) =>
    seconds === 60 ? "Calls this minute" : seconds === 86_400 ? "Calls today" : `Calls in ${seconds} s`,
  resets: (when: string) => `starts again ${when}`,
  of: (limit: string) => `of ${limit}`,
  unlimited: "No limit",
  kept: "Documents are kept until they are deleted.",
  keptDays: (days: number) => `Documents are deleted ${days} days after their last change.`,
};
