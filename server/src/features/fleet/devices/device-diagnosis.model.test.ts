import { expect, test } from "vitest";
import { type Attempt, diagnose } from "./device-diagnosis.model.ts";

const now = Date.UTC(2026, 4, 11, 8);
const at = new Date(now - 60_000);
const offline = { retiredAt: null, status: "0", onlineSince: null, lastOnlineAt: at } as const;
const tried = (outcome: Attempt["outcome"], tookOver = false): Attempt => ({ at, outcome, tookOver });
const fight = [tried("accepted", true), tried("accepted", true), tried("accepted", true)];

test.each([
  ["retired", { ...offline, retiredAt: at, status: "1" as const }, [tried("disabled")]],
  ["disabled", { ...offline, status: "1" as const }, [tried("disabled")]],
  ["online", { ...offline, onlineSince: at }, [tried("accepted")]],
  ["neverTried", { ...offline, lastOnlineAt: null }, []],
  ["wrongSecret", offline, [tried("wrongSecret"), tried("accepted")]],
  ["wrongProduct", offline, [tried("wrongProduct"), tried("accepted")]],
  ["notBackYet", offline, [tried("disabled"), tried("accepted")]],
  ["goneSilent", offline, [tried("accepted"), tried("wrongSecret")]],
  ["goneSilent", offline, []],
  ["cutOff", { ...offline, onlineSince: at }, [tried("accepted"), tried("tooOften")]],
  ["sharedIdentity", { ...offline, onlineSince: at }, fight],
] as const)("%s", (expected, device, attempts) => {
  expect(diagnose(device, attempts, now)).toBe(expected);
});

test("being cut off an hour ago is no longer a reason", () => {
  const attempts = [tried("accepted"), tried("tooOften")];
  expect(diagnose({ ...offline, onlineSince: at }, attempts, now + 3_600_000)).toBe("online");
});

test("takeovers of long ago are no fight", () => {
  expect(diagnose({ ...offline, onlineSince: at }, fight, now + 3_600_000)).toBe("online");
});
