import { changeOwnPassword } from "@tracewater/contract/system/profile";
import { setup } from "@tracewater/contract/system/session";
import { resetPassword, users } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";

const guessable = [
  "123456789012345",
  "qwertyuiop12345",
  "1q2w3e4r5t6y7u8",
  "Admin@123456789",
  "football1234567",
];
const reason = "easy to guess";

onPlatform("A password that is easy to guess", (platform) => {
  test.each([...guessable, "Tracewater-2026", "P@ssw0rd!2026!!"])(
    "is refused to a new user, at a reset and as one's own: %s",
    async (password) => {
      const admin = await platform.admin();
      const user = await platform.addUser({});
      const body = { userName: "somebody", nickName: "Somebody", password };
      const reset = { body: { userId: user.id, password } };
      const own = { body: { oldPassword: user.password, newPassword: password } };
      for (const refused of [
        await platform.refusal(users.calls.add, { body }, admin),
        await platform.refusal(resetPassword, reset, admin),
        await platform.refusal(changeOwnPassword, own, user),
      ]) {
        expect(refused).toMatchObject({ code: 400, errors: [{ message: expect.stringContaining(reason) }] });
        expect(refused.msg).not.toContain(password);
      }
    },
  );

  test("is named so in Chinese too", async () => {
    const body = { userName: "somebody", nickName: "Somebody", password: "football1234" };
    const chinese = { "accept-language": "zh-CN" };
    const refused = await platform.refusal(users.calls.add, { body }, await platform.admin(), chinese);
    expect(refused.errors?.[0]?.message).toContain("容易猜到");
  });
});

onPlatform(
  "A first administrator's password",
  (platform) => {
    test.each(guessable)("that is easy to guess is refused: %s", async (password) => {
      const body = { code: platform.setupCode ?? "", username: "river", password };
      const refused = await platform.refusal(setup, { body }, null);
      expect(refused).toMatchObject({ code: 500, errors: [{ field: "password" }] });
      expect(refused.msg).toContain(reason);
    });
  },
  { env: { ADMIN_PASSWORD: "" } },
);
