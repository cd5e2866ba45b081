import { afterEach, expect, setSystemTime, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { WebhookVerificationError } from "../errors/errors.ts";
import { verifyWebhook } from "./verify-webhook.ts";

// The test vector of the Standard Webhooks specification.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PAYLOAD = '{"test": 2432232314}';
const AT_SECONDS = 1614265330;
const HEADERS = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": String(AT_SECONDS),
  "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

afterEach(() => void setSystemTime());

const isTaken = (message: Partial<Parameters<typeof verifyWebhook>[0]>, atSeconds = AT_SECONDS) => {
  setSystemTime(atSeconds * 1000);
  return verifyWebhook({ payload: PAYLOAD, headers: HEADERS, secret: SECRET, ...message }).then(
    () => true,
    (error: unknown) => {
      if (!WebhookVerificationError.isInstance(error)) throw error;
      return false;
    },
  );
};

test("accepts a valid signature, in every form of payload, headers and secret", async () => {
  setSystemTime(AT_SECONDS * 1000);
  const message: unknown = await verifyWebhook({ payload: PAYLOAD, headers: HEADERS, secret: SECRET });
  expect(message).toEqual({ test: 2432232314 });
  expect(await isTaken({ payload: new TextEncoder().encode(PAYLOAD) })).toBe(true);
  expect(await isTaken({ headers: new Headers(HEADERS) })).toBe(true);
  const upperCase = Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]);
  expect(await isTaken({ headers: Object.fromEntries(upperCase) })).toBe(true);
  expect(await isTaken({ secret: SECRET.slice("whsec_".length) })).toBe(true);
  const several = `v1,AAAA v2,BBBB ${HEADERS["webhook-signature"]}`;
  expect(await isTaken({ headers: { ...HEADERS, "webhook-signature": several } })).toBe(true);
});

test("rejects an invalid signature", async () => {
  expect(await isTaken({ payload: PAYLOAD.replace("2", "3") })).toBe(false);
  expect(await isTaken({ secret: `whsec_${btoa("another secret")}` })).toBe(false);
  for (const [name, value] of [
    ["webhook-id", "msg_x"],
    ["webhook-timestamp", String(AT_SECONDS + 1)],
    ["webhook-timestamp", "1e9"],
    ["webhook-signature", HEADERS["webhook-signature"].replace("g0", "g1")],
    ["webhook-signature", HEADERS["webhook-signature"].replace("v1", "v2")],
    ["webhook-signature", "v1"],
    ["webhook-signature", "v1,not base64!"],
    ["webhook-signature", ""],
  ] as const)
    expect([value, await isTaken({ headers: { ...HEADERS, [name]: value } })]).toEqual([value, false]);
});

test("rejects a timestamp more than five minutes from the current time", async () => {
  expect(await isTaken({}, AT_SECONDS + 299)).toBe(true);
  expect(await isTaken({}, AT_SECONDS + 301)).toBe(false);
  expect(await isTaken({}, AT_SECONDS - 299)).toBe(true);
  expect(await isTaken({}, AT_SECONDS - 301)).toBe(false);
});

test("rejects a secret that is not a webhook secret", async () => {
  const message = { payload: PAYLOAD, headers: HEADERS, secret: "whsec_" };
  setSystemTime(AT_SECONDS * 1000);
  expect(await rejection(verifyWebhook(message))).toBeInstanceOf(TypeError);
});
