import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError } from "./expecting.ts";
import { newTarget, OPERATIONS, PERMISSIONS } from "./operations.ts";
import { newKey, uniqueWord } from "./seeding.ts";

const LIMIT_MS = 20_000;

/** Permissions: each of the ten allows its own operations and no others. */
export function permissionTests(): void {
  describe("permissions", () => {
    test.each([...PERMISSIONS])(
      "§5.1 permissions: a key with all but %s gets 403 naming it",
      async (permission) => {
        const target = await newTarget();
        const { key } = await newKey({ permissions: PERMISSIONS.filter((other) => other !== permission) });
        for (const operation of OPERATIONS.filter((each) => each.permission === permission)) {
          const message = expectError(await operation.run(target, key), 403);
          expect(`${operation.name}: ${message}`).toContain(permission);
        }
      },
      LIMIT_MS,
    );

    test.each([...PERMISSIONS])(
      "§5.1 permissions: a key with only %s may do what it allows, and nothing else",
      async (permission) => {
        const { key } = await newKey({ permissions: [permission] });
        const shared = await newTarget();
        for (const operation of OPERATIONS) {
          if (operation.permission === permission) {
            const reply = await operation.run(await newTarget(), key);
            expect(`${operation.name}: ${reply.status}`).toMatch(/: 20[014]$/);
          } else {
            const message = expectError(await operation.run(shared, key), 403);
            expect(`${operation.name}: ${message}`).toContain(operation.permission);
          }
        }
      },
      LIMIT_MS,
    );

    test("decisions/Accounts: a key cannot grant a permission that it lacks", async () => {
      const { key } = await newKey({ permissions: ["apikeys:write", "spaces:read"] });
      const wider = { name: uniqueWord(), permissions: ["spaces:read", "documents:delete"] };
      const message = expectError(await call("POST", "/api/api-keys", { key, body: wider }), 403);
      expect(message).toContain("documents:delete");
      expectError(
        await call("POST", "/api/api-keys", { key, body: { name: uniqueWord(), level: "admin" } }),
        403,
      );
    });
  });
}
