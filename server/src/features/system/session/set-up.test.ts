import { getInfo, getSetup, setup } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";

const password = "correct horse battery 44";

onPlatform(
  "The set-up",
  (platform) => {
    test("is open while no administrator exists", async () => {
      expect(await platform.call(getSetup, {}, null)).toEqual({ data: { open: true } });
      expect(platform.setupCode).toMatch(/^[2-9A-HJ-NP-Z]{5}(-[2-9A-HJ-NP-Z]{5}){3}$/);
    });

    test("refuses a wrong code", async () => {
      const body = { code: "AAAAA-AAAAA-AAAAA-AAAAA", username: "root", password };
      const refused = await platform.refusal(setup, { body }, null);
      expect(refused).toMatchObject({ code: 500, errors: [{ field: "code" }] });
    });

    test.each([
      ["too short", "admin7", "short", 400],
      ["holds the user name", "river", "my-river-is-wide-99", 500],
      ["is a common word with digits", "river", "password1234567", 500],
      ["is a run of letters", "river", "abcdefghijklmnopq", 500],
      ["has few different characters", "river", "aabbaabbaabbaabb", 500],
    ])("refuses a password that %s, by its field", async (_why, username, weak, code) => {
      const body = { code: platform.setupCode ?? "", username, password: weak };
      const refused = await platform.refusal(setup, { body }, null);
      expect(refused).toMatchObject({ code, errors: [{ field: "password" }] });
    });

    test("refuses a user name of another shape, by its field", async () => {
      const body = { code: platform.setupCode ?? "", username: "1 river", password };
      expect(await platform.refusal(setup, { body }, null)).toMatchObject({
        code: 400,
        errors: [{ field: "username" }],
      });
    });

    test("voids the code of the start before", async () => {
      const old = platform.setupCode ?? "";
      await platform.restart();
      expect(platform.setupCode).not.toBe(old);
      const body = { code: old, username: "river", password };
      expect(await platform.refusal(setup, { body }, null)).toMatchObject({ errors: [{ field: "code" }] });
    });

    test("makes one administrator of two that come at once, and is closed for ever after", async () => {
      const code = (platform.setupCode ?? "").toLowerCase();
      const both = await Promise.all(
        ["river", "stream"].map((username) =>
          platform.ask(setup, { body: { code, username, password } }, null),
        ),
      );
      expect(both.map((one) => one.body.code).sort()).toEqual([200, 404]);
      const made = both.find((one) => one.body.code === 200);
      const info = await platform.call(getInfo, {}, { token: String(made?.body["token"]) });
      expect(info.roles).toEqual(["admin"]);

      expect(await platform.refusal(getSetup, {}, null)).toMatchObject({ code: 404 });
      const again = { code, username: "second", password };
      expect(await platform.refusal(setup, { body: again }, null)).toMatchObject({ code: 404 });
      await platform.restart();
      expect(platform.setupCode).toBeNull();
      expect(await platform.refusal(getSetup, {}, null)).toMatchObject({ code: 404 });
    });
  },
  { env: { ADMIN_PASSWORD: "" } },
);
