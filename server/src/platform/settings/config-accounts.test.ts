import { describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/core";
import { readConfig } from "./config.ts";

type Environment = Parameters<typeof readConfig>[0];

/** Returns the error message for settings that are refused. */
function refusal(env: Environment): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof QuarryError) return error.message;
  }
  throw new Error(`not refused: ${JSON.stringify(env)}`);
}

const accounts = (env: Environment) => readConfig(env).accounts;

test("defaults: open sign-up into the sandbox tier, the listening address, no owner", () => {
  expect(accounts({})).toEqual({
    ...{ publicUrl: undefined, secret: undefined, owner: undefined, clientAddressHeader: undefined },
    ...{ defaultTier: "sandbox", signUp: "open", clientMetadata: "public" },
  });
  expect(readConfig({}).mail).toBeUndefined();
});

describe("the public address", () => {
  test("accepts an origin and removes a trailing slash", () => {
    for (const [given, url] of [
      ["https://kb.example.com", "https://kb.example.com"],
      ["https://KB.example.com/", "https://kb.example.com"],
      ["http://10.0.0.7:7400", "http://10.0.0.7:7400"],
    ])
      expect(accounts({ QUARRY_PUBLIC_URL: given }).publicUrl).toBe(url);
  });

  test("refuses any other URL without showing its user name", () => {
    for (const url of [
      "kb.example.com",
      "ftp://kb.example.com",
      "https://",
      "/app",
      "https://kb.example.com/kb",
      "https://kb.example.com/?a=b",
    ])
      expect(refusal({ QUARRY_PUBLIC_URL: url })).toContain("QUARRY_PUBLIC_URL");
    const message = refusal({ QUARRY_PUBLIC_URL: "https://hunter2@kb.example.com/x" });
    expect(message).not.toContain("hunter2");
  });
});

test("requires a secret of at least 32 characters, and never shows it", () => {
  expect(accounts({ QUARRY_SECRET: "s".repeat(32) }).secret).toBe("s".repeat(32));
  const message = refusal({ QUARRY_SECRET: "short-secret" });
  expect(message).toContain("QUARRY_SECRET must have at least 32 characters");
  expect(message).not.toContain("short-secret");
});

describe("the owner", () => {
  const owner = (email?: string, password?: string) => ({
    ...(email === undefined ? {} : { QUARRY_OWNER_EMAIL: email }),
    ...(password === undefined ? {} : { QUARRY_OWNER_PASSWORD: password }),
  });

  test("has an e-mail address and a password", () => {
    expect(accounts(owner("Ann@Example.com", "eight888")).owner).toEqual({
      email: "ann@example.com",
      password: "eight888",
    });
    expect(accounts(owner("ann@example.com", ` ${"x".repeat(127)}`)).owner?.password).toHaveLength(128);
  });

  test("refuses an incomplete or invalid owner, and shows neither address nor password", () => {
    const wrong: [string | undefined, string | undefined, string][] = [
      ["hunter2@example.com", undefined, "QUARRY_OWNER_PASSWORD"],
      ["hunter2@example.com", "", "QUARRY_OWNER_PASSWORD"],
      [undefined, "hunter22", "QUARRY_OWNER_EMAIL"],
      ["hunter2", "long enough", "QUARRY_OWNER_EMAIL"],
      ["hunter2@localhost", "long enough", "QUARRY_OWNER_EMAIL"],
      ["hunter2@a@example.com", "long enough", "QUARRY_OWNER_EMAIL"],
      [`${"hunter2".repeat(40)}@example.com`, "long enough", "QUARRY_OWNER_EMAIL"],
      ["ann@example.com", "hunter2", "QUARRY_OWNER_PASSWORD"],
      ["ann@example.com", "hunter2".repeat(19), "QUARRY_OWNER_PASSWORD"],
    ];
    for (const [email, password, name] of wrong) {
      const message = refusal(owner(email, password));
      expect(message).toContain(name);
      expect(message).not.toContain("hunter2");
    }
  });
});

test("accepts only known values for sign-up and the default tier", () => {
  expect(accounts({ QUARRY_SIGN_UP: "invited", QUARRY_DEFAULT_TIER: "pro" })).toMatchObject({
    signUp: "invited",
    defaultTier: "pro",
  });
  expect(accounts({ QUARRY_CLIENT_METADATA: "off" }).clientMetadata).toBe("off");
  expect(refusal({ QUARRY_CLIENT_METADATA: "yes" })).toMatch(/QUARRY_CLIENT_METADATA.*public.*private.*off/);
  expect(refusal({ QUARRY_SIGN_UP: "closed" })).toMatch(/QUARRY_SIGN_UP.*open.*invited/);
  expect(refusal({ QUARRY_DEFAULT_TIER: "gold" })).toMatch(/QUARRY_DEFAULT_TIER.*sandbox.*enterprise/);
});

test("requires an smtp URL for mail, and never shows it", () => {
  const smtpUrl = "smtps://user:hunter2@mail.example.com:465";
  expect(readConfig({ QUARRY_SMTP_URL: smtpUrl }).mail).toEqual({
    smtpUrl,
    from: "Quarry <quarry@mail.example.com>",
  });
  expect(readConfig({ QUARRY_SMTP_URL: smtpUrl, QUARRY_MAIL_FROM: "kb@example.com" }).mail?.from).toBe(
    "kb@example.com",
  );
  for (const url of ["mail.example.com", "http://user:hunter2@mail.example.com", "smtp://", "smtp:hunter2"]) {
    const message = refusal({ QUARRY_SMTP_URL: url });
    expect(message).toContain("QUARRY_SMTP_URL");
    expect(message).not.toContain("hunter2");
  }
});

test("requires one header name for the client address", () => {
  const header = (name: string) => ({ QUARRY_CLIENT_ADDRESS_HEADER: name });
  expect(accounts(header("X-Real-IP")).clientAddressHeader).toBe("x-real-ip");
  for (const name of ["x real ip", "x-real-ip:", "x-real-ip, x-forwarded-for", "ä"])
    expect(refusal(header(name))).toContain("QUARRY_CLIENT_ADDRESS_HEADER");
});
