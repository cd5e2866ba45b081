/** The types of mails, mailboxes, and mails of Outlook. */
export const [EMAIL, MBOX, MSG] = [
  "message/rfc822",
  "application/mbox",
  "application/vnd.ms-outlook",
] as const;
