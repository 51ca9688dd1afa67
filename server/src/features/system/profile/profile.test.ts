import { mkdtemp, readdir, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  changeOwnPassword,
  changeProfile,
  endOwnSessions,
  getPortrait,
  getProfile,
  listOwnSessions,
  removePortrait,
  uploadPortrait,
} from "@tracewater/contract/system/profile";
import { getInfo, login } from "@tracewater/contract/system/session";
import { uploadPicture } from "@tracewater/contract/system/uploads";
import { resetPassword } from "@tracewater/contract/system/users";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { z } from "zod";
import { eventually } from "../../../../test/eventually.ts";
import { bearer, note, type Session } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const dataDir = await mkdtemp(join(tmpdir(), "tw-portraits-"));
const picture = PNG.sync.write(new PNG({ width: 4, height: 4 }));
const newPassword = "quite another secret 5";
const uploaded = z.looseObject({
  code: z.number(),
  imgUrl: z.string().default(""),
  newFileName: z.string().default(""),
});

onPlatform(
  "The personal centre",
  (platform) => {
    async function send(call: typeof uploadPortrait | typeof uploadPicture, as: Session, bytes: Buffer) {
      const form = new FormData();
      form.append("avatarfile", new Blob([new Uint8Array(bytes)]), "me.png");
      const answer = await fetch(`${platform.url}/prod-api${call.path}`, {
        method: "POST",
        headers: bearer(as),
        body: form,
      });
      const body = uploaded.parse(await answer.json());
      note(call, body.code === 200 ? "success" : "refusal");
      return body;
    }
    const fetchPortrait = (url: string) => fetch(`${platform.url}/prod-api${url}`);

    test("reports and changes one's own data, and nothing else", async () => {
      const user = await platform.addUser({ roles: ["viewer", "operator"] });
      const body = { nickName: "New name", phonenumber: "13900000000", email: "a@b.cd", sex: "0" as const };
      const sneaky = { ...body, userName: "other", status: "1", deptId: 1, roleIds: [1] };
      await platform.call(changeProfile, { body: sneaky }, user);
      const { data, roleGroup, shortestPassword } = await platform.call(getProfile, {}, user);
      expect(data).toMatchObject({ ...body, userName: user.userName, deptName: "" });
      expect({ roleGroup, shortestPassword }).toEqual({
        roleGroup: "Viewer, Sampling operator",
        shortestPassword: 12,
      });
      const bad = { body: { ...body, email: "x" } };
      expect((await platform.refusal(changeProfile, bad, user)).errors?.[0]?.field).toBe("email");
      expect(await platform.refusal(getProfile, {}, null)).toMatchObject({ code: 401 });
    });

    test("changes the password: the other sessions end, this one stays", async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      const other = await platform.logIn(user.userName, user.password);
      const live = await listenLive(platform.url, other, "");
      await eventually(() => live.of("hello").length).toBe(1);
      const change = (oldPassword: string, password: string) =>
        platform.ask(changeOwnPassword, { body: { oldPassword, newPassword: password } }, user);
      expect((await change("wrong", newPassword)).body).toMatchObject({
        code: 500,
        errors: [{ field: "oldPassword" }],
      });
      expect((await change(user.password, "short")).body.errors?.[0]?.field).toBe("newPassword");
      expect((await change(user.password, user.password)).body.errors?.[0]?.field).toBe("newPassword");
      expect((await change(user.password, newPassword)).body.code).toBe(200);
      await platform.call(getInfo, {}, user);
      expect(await platform.refusal(getInfo, {}, other)).toMatchObject({ code: 401 });
      await eventually(() => live.isOpen()).toBe(false);
      const old = { body: { username: user.userName, password: user.password } };
      expect(await platform.refusal(login, old, null)).toMatchObject({ code: 500 });
      await platform.logIn(user.userName, newPassword);
    });

    test("makes who guesses the old password wait, and asks administrators for a longer one", async () => {
      const user = await platform.addUser({ roles: ["unitAdmin"] });
      const weak = { body: { oldPassword: user.password, newPassword: "13-characters" } };
      expect((await platform.refusal(changeOwnPassword, weak, user)).errors?.[0]?.message).toContain("15");
      for (let guess = 0; guess < 5; guess++) {
        const body = { oldPassword: "wrong", newPassword };
        await platform.refusal(changeOwnPassword, { body }, user);
      }
      const right = { body: { oldPassword: user.password, newPassword } };
      expect((await platform.refusal(changeOwnPassword, right, user)).msg).toContain(
        "Too many failed attempts",
      );
    });

    test("opens everything once a one-time password was changed for one's own, with the same session", async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      const reset = await platform.call(resetPassword, { body: { userId: user.id } }, await platform.admin());
      const oldPassword = reset.data.oneTimePassword ?? "";
      const session = await platform.logIn(user.userName, oldPassword);
      const live = await listenLive(platform.url, session, "");
      await eventually(() => live.of("hello").length).toBe(1);
      await platform.call(changeOwnPassword, { body: { oldPassword, newPassword } }, session);
      await eventually(() => live.of("access").length).toBe(1);
      expect(await platform.call(getInfo, {}, session)).toMatchObject({
        mustChangePassword: false,
        roles: ["viewer"],
      });
      live.close();
    });

    test("shows one's sessions and ends them, but nobody else's", async () => {
      const user = await platform.addUser({});
      const other = await platform.logIn(user.userName, user.password);
      const { data } = await platform.call(listOwnSessions, {}, user);
      expect(data.map((one) => one.current).sort()).toEqual([false, true]);
      const id = data.find((one) => !one.current)?.tokenId;
      const stranger = await platform.addUser({ roles: ["admin"] });
      const foreign = { params: { ids: String(id) } };
      expect(await platform.refusal(endOwnSessions, foreign, stranger)).toMatchObject({ code: 404 });
      await platform.call(endOwnSessions, { params: { ids: String(id) } }, user);
      expect(await platform.refusal(getInfo, {}, other)).toMatchObject({ code: 401 });
      expect(await platform.refusal(listOwnSessions, {}, null)).toMatchObject({ code: 401 });
    });

    test("takes a portrait, which loads without a token by a name that nobody guesses, and goes with the next", async () => {
      const user = await platform.addUser({});
      const { imgUrl } = await send(uploadPortrait, user, picture);
      expect(imgUrl).toMatch(/^\/profile\/avatar\/[0-9a-f]{48}\.png$/);
      const shown = await fetchPortrait(imgUrl);
      note(getPortrait, "success");
      expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true);
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      expect((await platform.call(getInfo, {}, user)).user.avatarUrl).toBe(`/prod-api${imgUrl}`);
      const { newFileName } = await send(uploadPicture, user, picture);
      const own = { nickName: "x", avatar: newFileName };
      await platform.call(changeProfile, { body: own }, user);
      expect(await (await fetchPortrait(imgUrl)).json()).toMatchObject({ code: 404 });
      await platform.call(removePortrait, {}, user);
      expect((await platform.call(getInfo, {}, user)).user.avatarUrl).toBe("");
      expect((await platform.refusal(changeProfile, { body: own }, user)).errors?.[0]?.field).toBe("avatar");
    });

    test("nobody shows another's portrait as their own, and so nobody removes it", async () => {
      const [victim, other] = [await platform.addUser({}), await platform.addUser({})];
      const { imgUrl } = await send(uploadPortrait, victim, picture);
      const stolen = { nickName: "x", avatar: imgUrl.split("/").at(-1) ?? "" };
      const refused = await platform.refusal(changeProfile, { body: stolen }, other);
      expect(refused.errors?.[0]?.field).toBe("avatar");
      await platform.call(removePortrait, {}, other);
      expect((await fetchPortrait(imgUrl)).status).toBe(200);
      expect((await fetchPortrait(imgUrl)).headers.get("content-type")).toBe("image/png");
      // Where two came to show the same one, it stays until the last of them shows another.
      await platform.db
        .updateTable("sysUser")
        .set({ avatarUrl: imgUrl })
        .where("id", "=", other.id)
        .execute();
      await platform.call(removePortrait, {}, other);
      expect((await fetchPortrait(imgUrl)).headers.get("content-type")).toBe("image/png");
      await platform.call(changeProfile, { body: stolen }, victim);
      await platform.call(removePortrait, {}, victim);
      expect((await fetchPortrait(imgUrl)).headers.get("content-type")).toContain("json");
    });

    test.each([
      ["a page", Buffer.from("<html><script>alert(1)</script></html>".padEnd(100))],
      [
        "a drawing with scripts",
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(80)}</svg>`),
      ],
      ["a picture with a page behind it", Buffer.concat([picture, Buffer.from("<script>alert(1)</script>")])],
      ["half a picture", picture.subarray(0, 60)],
      ["nothing", Buffer.alloc(0)],
    ])("refuses %s as a portrait, whatever it is called", async (_what, bytes) => {
      const user = await platform.addUser({});
      for (const call of [uploadPortrait, uploadPicture]) {
        expect((await send(call, user, bytes)).code).toBe(400);
      }
    });

    test("takes no picture above 20 MB, and none from nobody", async () => {
      const user = await platform.addUser({});
      expect((await send(uploadPortrait, user, Buffer.alloc(21 * 1024 * 1024))).code).toBe(413);
      expect((await send(uploadPortrait, { token: "x".repeat(43) }, picture)).code).toBe(401);
      expect(await readdir(join(dataDir, "files", "uploads"))).toEqual([]);
    });

    test.each(["../tracewater.key", "..%2f..%2fsecret", `${"a".repeat(48)}.svg`, `${"a".repeat(48)}.png`])(
      "has no portrait %s",
      async (name) => {
        const answer = await fetchPortrait(`/profile/avatar/${encodeURIComponent(name)}`);
        note(getPortrait, "refusal");
        expect([400, 404]).toContain(z.looseObject({ code: z.number() }).parse(await answer.json()).code);
      },
    );

    test("clears every hour what became nobody's portrait within a day", async () => {
      const user = await platform.addUser({});
      const { imgUrl } = await send(uploadPortrait, user, picture);
      const { newFileName } = await send(uploadPicture, user, picture);
      const folder = join(dataDir, "portraits");
      const longAgo = new Date(Date.now() - 25 * 3_600_000);
      for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);
      await runTask(platform, "cleanUp");
      const left = await readdir(folder);
      expect(left).toContain(imgUrl.split("/").at(-1));
      expect(left).not.toContain(newFileName);
    });

    test("is nobody's without a session", async () => {
      for (const call of [changeProfile, changeOwnPassword, removePortrait]) {
        expect(await platform.refusal(call, {}, null), call.name).toMatchObject({ code: 401 });
      }
      expect(await platform.refusal(endOwnSessions, { params: { ids: "1" } }, null)).toMatchObject({
        code: 401,
      });
    });
  },
  { env: { DATA_DIR: dataDir } },
);
