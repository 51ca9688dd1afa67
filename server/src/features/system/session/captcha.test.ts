import { captchaImage, login } from "@tracewater/contract/system/session";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { adminPassword, onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

const clock = { aheadMs: 0 };
const admin = { username: "admin", password: adminPassword };

onPlatform(
  "The captcha",
  (platform) => {
    test("is a PNG that can be decoded, with ink on it", async () => {
      const { captchaEnabled, img } = await platform.call(captchaImage, {}, null);
      expect(captchaEnabled).toBe(true);
      const picture = PNG.sync.read(Buffer.from(img, "base64"));
      expect([picture.width, picture.height]).toEqual([120, 40]);
      const dark = picture.data.filter((value, at) => at % 4 === 0 && value < 130);
      expect(dark.length).toBeGreaterThan(100);
    });

    test("lets in with the right answer, in small letters and with blanks around too", async () => {
      const { uuid, code } = await readCaptcha(platform);
      const body = { ...admin, uuid, code: ` ${code.toLowerCase()} ` };
      const { token } = await platform.call(login, { body }, null);
      expect(token).not.toBe("");
    });

    test("counts once: not again after a success", async () => {
      const { uuid, code } = await readCaptcha(platform);
      await platform.call(login, { body: { ...admin, uuid, code } }, null);
      const refused = await platform.refusal(login, { body: { ...admin, uuid, code } }, null);
      expect(refused).toMatchObject({ code: 500, errors: [{ field: "code" }] });
    });

    test("counts once: not again after a wrong answer", async () => {
      const { uuid, code } = await readCaptcha(platform);
      const wrong = await platform.refusal(login, { body: { ...admin, uuid, code: "????" } }, null);
      expect(wrong.msg).toBe("The verification code is wrong.");
      const late = await platform.refusal(login, { body: { ...admin, uuid, code } }, null);
      expect(late.msg).toContain("expired");
    });

    test("is asked for before the password is looked at", async () => {
      const refused = await platform.refusal(login, { body: { ...admin, password: "wrong" } }, null);
      expect(refused.errors).toMatchObject([{ field: "code" }]);
    });

    test("expires after two minutes", async () => {
      clock.aheadMs = -121_000;
      const { uuid, code } = await readCaptcha(platform);
      clock.aheadMs = 0;
      const refused = await platform.refusal(login, { body: { ...admin, uuid, code } }, null);
      expect(refused.msg).toContain("expired");
    });
  },
  { env: { CAPTCHA: "on" }, now: () => Date.now() + clock.aheadMs },
);

onPlatform("A platform without captcha", (platform) => {
  test("says so, and draws none", async () => {
    const answer = await platform.call(captchaImage, {}, null);
    expect(answer).toEqual({ captchaEnabled: false, uuid: "", img: "" });
  });
});

async function readCaptcha(platform: TestPlatform): Promise<{ uuid: string; code: string }> {
  const { uuid } = await platform.call(captchaImage, {}, null);
  const { answer } = await platform.db
    .selectFrom("captcha")
    .select("answer")
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  return { uuid, code: answer };
}
