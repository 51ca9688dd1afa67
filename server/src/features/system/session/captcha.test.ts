import { proofRules } from "@tracewater/contract/system/proof-of-work";
import { captchaImage, login } from "@tracewater/contract/system/session";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { solvePuzzles } from "../../../../test/proof-of-work.ts";
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

    test("is a proof of work for who asks for one: no picture, and it counts once", async () => {
      const {
        uuid,
        img,
        proof: rules,
      } = await platform.call(captchaImage, { query: { kind: "proof" } }, null);
      expect({ img, rules }).toEqual({ img: "", rules: proofRules });
      const body = { ...admin, uuid, proof: solvePuzzles(uuid) };
      await platform.call(login, { body }, null);
      const again = await platform.refusal(login, { body }, null);
      expect(again.msg).toBe("The browser check has expired. Try again.");
    });

    test("takes no proof that is none: unsolved, too few, of another challenge, or an empty code", async () => {
      const other = await platform.call(captchaImage, { query: { kind: "proof" } }, null);
      const foreign = solvePuzzles(other.uuid);
      for (const proof of [[], foreign.slice(1), foreign, foreign.map(() => 0)]) {
        const { uuid } = await platform.call(captchaImage, { query: { kind: "proof" } }, null);
        const refused = await platform.refusal(login, { body: { ...admin, uuid, proof, code: "" } }, null);
        expect(refused.msg).toContain("browser check failed");
      }
    });

    test("takes no proof in place of a picture's code", async () => {
      const { uuid } = await platform.call(captchaImage, {}, null);
      const body = { ...admin, uuid, proof: solvePuzzles(uuid) };
      expect((await platform.refusal(login, { body }, null)).msg).toBe("The verification code is wrong.");
    });

    test("lets 30 failures an hour come with pictures, of all clients together; a proof still lets in", async () => {
      await platform.db
        .insertInto("loginFailure")
        .values({ key: "@picture", failures: 29, lastAt: new Date() })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ failures: 29, lastAt: new Date() }))
        .execute();
      // Somebody with an open session at their address is let try regardless.
      await platform.db.deleteFrom("session").execute();
      const byPicture = async (password: string) => {
        const { uuid, code } = await readCaptcha(platform);
        return (await platform.ask(login, { body: { ...admin, password, uuid, code } }, null)).body;
      };
      expect((await byPicture("wrong")).msg).toBe("Wrong user name or password.");
      expect((await byPicture(adminPassword)).msg).toMatch(/^Too many failed attempts/);
      const { uuid } = await platform.call(captchaImage, { query: { kind: "proof" } }, null);
      await platform.call(login, { body: { ...admin, uuid, proof: solvePuzzles(uuid) } }, null);
    });

    test("is given out at a limited rate to one address", async () => {
      const asked = await Promise.all(
        Array.from({ length: 120 }, () => platform.ask(captchaImage, {}, null)),
      );
      const refused = asked.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(20);
      expect(refused[0]?.headers.get("retry-after")).toBe("10");
      // A minute later the others of these tests are served again.
      clock.aheadMs += 120_000;
    });

    test("expires after two minutes", async () => {
      const { uuid, code } = await readCaptcha(platform);
      await platform.db
        .updateTable("captcha")
        .set({ expiresAt: new Date(Date.now() - 1000) })
        .where("uuid", "=", uuid)
        .execute();
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
