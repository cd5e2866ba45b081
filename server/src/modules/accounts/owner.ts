import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { hashPassword } from "better-auth/crypto";
import type { Database } from "../../platform/database/database.ts";
import {
  type AccountsConfig,
  isEmail,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from "../../platform/settings/accounts.ts";
import { findFirstOrganization } from "../../records/organizations/organization-rows.ts";
import { isUsableName, NAME_MAX_CHARS } from "./auth/auth-rules.ts";
import { PAGES } from "./page-paths.ts";
import type { Tenancy } from "./people/memberships.ts";
import { findUser, handAccountOver, hasOwner, insertPerson } from "./people/queries.ts";
import { isSameToken, setUpToken } from "./secret.ts";

/** A person to be. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Gives the first organization its owner. */
export interface Ownership {
  /**
   * Makes the owner whom the settings name. Answers the path of the link by which somebody else becomes it, while
   * there is none.
   */
  ensureOwner(): Promise<string | undefined>;
  /** True for the token of that link, while there is no owner. */
  maySetUp(token: string): Promise<boolean>;
  /**
   * Makes the owner by that link.
   * @throws QuarryError `forbidden`, `invalid_request`, or `conflict` for an address that is known.
   */
  setUp(token: string, person: NewPerson): Promise<void>;
}

/** Creates it. */
export function createOwnership(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  tenancy: Tenancy;
  config: AccountsConfig;
  secret: string;
}): Ownership {
  const { db, newId, clock, tenancy, config, secret } = deps;

  async function makeNewOwner(orgId: string, { email, name, password }: NewPerson): Promise<void> {
    const person = { id: newId("user"), email, name };
    const passwordHash = await hashPassword(password);
    await tenancy.makeOwner(orgId, person, (tx) =>
      insertPerson(tx, { ...person, passwordHash, at: new Date(clock.now()) }),
    );
  }

  async function ownerless(): Promise<string | undefined> {
    const first = await findFirstOrganization(db);
    return first && !(await hasOwner(db, first.id)) ? first.id : undefined;
  }

  async function maySetUp(token: string): Promise<string | undefined> {
    const orgId = await ownerless();
    return orgId !== undefined && isSameToken(token, setUpToken(secret, orgId)) ? orgId : undefined;
  }

  return {
    async ensureOwner() {
      const orgId = await ownerless();
      if (orgId === undefined) return undefined;
      if (!config.owner) return `${PAGES.setUp}?token=${setUpToken(secret, orgId)}`;
      const { email, password } = config.owner;
      const known = await findUser(db, email);
      if (known) {
        const passwordHash = await hashPassword(password);
        await tenancy.makeOwner(orgId, { ...known, email }, async (tx) => {
          // Anybody may have signed up with an address that nobody has shown to be theirs.
          if (!known.emailVerified) await handAccountOver(tx, known.id, passwordHash, new Date(clock.now()));
        });
      } else await makeNewOwner(orgId, { email, name: email, password });
      return undefined;
    },

    maySetUp: async (token) => (await maySetUp(token)) !== undefined,

    async setUp(token, given) {
      const orgId = await maySetUp(token);
      if (orgId === undefined)
        throw new QuarryError("forbidden", "This link has been used, or is not the one in the log. Sign in.");
      const person = toPerson(given);
      if (await findUser(db, person.email))
        throw new QuarryError("conflict", "Somebody has this address already. Give another one.");
      await makeNewOwner(orgId, person);
    },
  };
}

/** What the form's own rules ask for, which a browser need not keep to. */
function toPerson({ email, name, password }: NewPerson): NewPerson {
  const person = { email: email.trim().toLowerCase(), name: name.trim(), password };
  const problem = !isEmail(person.email)
    ? "Give an e-mail address."
    : !isUsableName(person.name)
      ? `Give a name of 1 to ${NAME_MAX_CHARS} characters.`
      : password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS
        ? `Choose a password of ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`
        : undefined;
  if (problem) throw new QuarryError("invalid_request", problem);
  return person;
}
