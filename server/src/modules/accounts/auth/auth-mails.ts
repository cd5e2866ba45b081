import type { Mailer } from "../../../platform/mail/mailer.ts";
import { PAGES } from "../page-paths.ts";

/** The recipient of a mail. */
export interface Addressee {
  readonly user: { readonly email: string; readonly name: string };
}

/** Creates the mails of accounts. Their links start with `publicUrl`. */
export function createAuthMails(mailer: Mailer, publicUrl: string) {
  return {
    async resetPassword({ user, token }: Addressee & { readonly token: string }): Promise<void> {
      const link = `${publicUrl}${PAGES.resetPassword}?token=${encodeURIComponent(token)}`;
      // Not awaited: the response time must not reveal whether an account exists.
      void mailer.send({
        to: user.email,
        subject: "Reset your Quarry password",
        text: `You asked to reset your password. Choose a new one within one hour:\n\n${link}\n\nIf you did not ask for this, ignore this mail. Your password has not changed.\n`,
      });
    },

    async verifyAddress({ user, url }: Addressee & { readonly url: string }): Promise<void> {
      void mailer.send({
        to: user.email,
        subject: "Confirm your e-mail address",
        text: `This address was used to sign up for Quarry. If that was you, confirm it:\n\n${url}\n\nIf it was not, ignore this mail.\n`,
      });
    },

    async invite(invitation: {
      readonly id: string;
      readonly email: string;
      readonly role: string;
      readonly organization: { readonly name: string };
      readonly inviter: { readonly user: { readonly email: string } };
    }): Promise<void> {
      const { id, email, role, organization, inviter } = invitation;
      void mailer.send({
        to: email,
        subject: `${inviter.user.email} invites you to ${organization.name} on Quarry`,
        text: `You are invited to join ${organization.name} as ${role}. Accept within seven days:\n\n${publicUrl}${PAGES.invitation}?id=${encodeURIComponent(id)}\n`,
      });
    },
  };
}
