import { expect, test } from "vitest";
import { refusePassword, shortestPassword } from "./password.model.ts";

const refuse = (password: string) => refusePassword(password, "river", shortestPassword.user)?.en ?? null;

test.each([
  ["123456789012", "sequence"],
  ["1q2w3e4r5t6y", "row of keys"],
  ["qwertyuiop123", "row of keys"],
  ["zaq1xsw2cde3", "common"],
  ["ghjkl;'ghjkl;'", "row of keys"],
  ["rtyuiovbnmdfgh", "row of keys"],
  ["abcabcabcabcabc", "repetition"],
  ["aaaaaaaaaaaaaaa", "repetition"],
  ["199019911992", "year"],
  ["Admin@123456", "common"],
  ["P@ssw0rd!2026", "common"],
  ["football1234", "common"],
  ["2026football!!", "common"],
  ["FOOTBALLfootball", "common"],
  ["dragon834719", "common"],
  ["passwordqwerty99", "common"],
  ["m0nkeyDr4gon#1", "common"],
  ["laboratory2026", "common"],
  ["woaini1314520", "common"],
  ["Tracewater2026", "platform"],
  ["Tracewater-Tracewater", "platform"],
  ["tr4cew4ter!!!", "platform"],
])("refuses %s and says why", (password, why) => {
  expect(refuse(password)).toContain(why);
});

test.each([
  "correct horse battery 44",
  "quite another secret 5",
  "my-river-bed-is-wide",
  "samplers drink at noon",
  "river stone 4711",
  "污水采样三号井的钥匙在抽屉里",
  "xK9#mQ2$vL7p",
  "zebra.kettle.94",
  "Der Fluss traegt Papierboote",
])("takes %s", (password) => {
  expect(refusePassword(password, "somebody", shortestPassword.user)).toBeNull();
});

test("refuses in both languages", () => {
  expect(refusePassword("football1234", "river", shortestPassword.user)?.zh).toContain("常见密码");
});
