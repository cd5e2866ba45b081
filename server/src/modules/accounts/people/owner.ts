import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { Database } from "../../../platform/database/database.ts";
import {
  type AccountsConfig,
  isEmail,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from "../../../platform/settings/accounts.ts";
import { findFirstOrganization } from "../../../records/organizations/organization-rows.ts";
import { PAGES } from "../page-paths.ts";
import { isSameToken, setUpToken } from "../secret.ts";
import { hasOwner } from "./membership-rows.ts";
import type { Memberships } from "./memberships.ts";
import { findUser, insertPerson, resetAccount } from "./person-rows.ts";
import { isUsableName, NAME_MAX_CHARS } from "./usable-name.ts";

/** The account to create. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Creates the owner of the first organization. */
export interface Ownership {
  /**
   * Creates the owner from the settings. Without these settings, returns the path of the set-up link while there is no
   * owner.
   */
  ensureOwner(): Promise<string | undefined>;
  /** True for the token of the set-up link while there is no owner. */
  maySetUp(token: string): Promise<boolean>;
  /**
   * Creates the owner through the set-up link.
   * @throws QuarryError `forbidden`, `invalid_request`, or `conflict` when an account with this address exists.
   */
  setUp(token: string, person: NewPerson): Promise<void>;
}

/** Loaded on demand: only the first start hashes a password here. */
async function hashPassword(password: string): Promise<string> {
  const crypto = await import("better-auth/crypto");
  return crypto.hashPassword(password);
}

/** Creates the part of the account service for the first owner. */
export function createOwnership(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  memberships: Memberships;
  config: AccountsConfig;
  secret: string;
}): Ownership {
  const { db, newId, clock, memberships, config, secret } = deps;

  async function insertOwner(orgId: string, { email, name, password }: NewPerson): Promise<void> {
    const person = { id: newId("user"), email, name };
    const passwordHash = await hashPassword(password);
    await memberships.makeOwner(orgId, person, (tx) =>
      insertPerson(tx, { ...person, passwordHash, at: new Date(clock.now()) }),
    );
  }

  async function findOrganizationWithoutOwner(): Promise<string | undefined> {
    const first = await findFirstOrganization(db);
    return first && !(await hasOwner(db, first.id)) ? first.id : undefined;
  }

  async function organizationToSetUp(token: string): Promise<string | undefined> {
    const orgId = await findOrganizationWithoutOwner();
    return orgId !== undefined && isSameToken(token, setUpToken(secret, orgId)) ? orgId : undefined;
  }

  return {
    async ensureOwner() {
      const orgId = await findOrganizationWithoutOwner();
      if (orgId === undefined) return undefined;
      if (!config.owner) return `${PAGES.setUp}?token=${setUpToken(secret, orgId)}`;
      const { email, password } = config.owner;
      const known = await findUser(db, email);
      if (known) {
        const passwordHash = await hashPassword(password);
        await memberships.makeOwner(orgId, { ...known, email }, async (tx) => {
          // With an unverified address, anyone may have created the account: take it away from them.
          if (!known.emailVerified) await resetAccount(tx, known.id, passwordHash, new Date(clock.now()));
        });
      } else await insertOwner(orgId, { email, name: email, password });
      return undefined;
    },

    maySetUp: async (token) => (await organizationToSetUp(token)) !== undefined,

    async setUp(token, given) {
      const orgId = await organizationToSetUp(token);
      if (orgId === undefined)
        throw new QuarryError(
          "forbidden",
          "This link was already used, or is not the one in the log. Sign in instead.",
        );
      const person = toPerson(given);
      if (await findUser(db, person.email))
        throw new QuarryError(
          "conflict",
          "An account with this address already exists. Enter another address.",
        );
      await insertOwner(orgId, person);
    },
  };
}

/** Checks the fields of the form, which also have rules in the browser. */
function toPerson({ email, name, password }: NewPerson): NewPerson {
  const person = { email: email.trim().toLowerCase(), name: name.trim(), password };
  const problem = !isEmail(person.email)
    ? "Enter an e-mail address."
    : !isUsableName(person.name)
      ? `Enter a name of 1 to ${NAME_MAX_CHARS} characters.`
      : password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS
        ? `Choose a password of ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`
        : undefined;
  if (problem) throw new QuarryError("invalid_request", problem);
  return person;
}
