import { readFileSync } from "node:fs";
import { join } from "node:path";
import { families } from "@tracewater/contract/fleet/families";
import { addAuthCode } from "@tracewater/contract/system/licences";
import { getInfo, login } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";

const data = join(import.meta.dirname, "../../data");
const analytes: { wire: string; category: string | null }[] = JSON.parse(
  readFileSync(join(data, "analytes.json"), "utf8"),
);

test("the 18 analytes have the specification's names on the wire, and the six categories", () => {
  const names =
    "amp cotinine benzoylEconine cbd cbn cocaine codeine ketamine mamp mda mdea mdma methcathinone morphine norketamine thc thcCooh o6Acethyl";
  expect(analytes.map(({ wire }) => wire).sort()).toEqual(names.split(" ").sort());
  const categories = new Set(analytes.flatMap(({ category }) => category ?? []));
  expect(categories).toEqual(new Set(["heroin", "cocaine", "ecstasy", "weed", "specialK", "meth"]));
});

test("the device types have the specification's keys", () => {
  expect(Object.keys(families)).toEqual(
    expect.arrayContaining(["waterSample", "mass", "liquidExtract", "evidenceBox"]),
  );
});

test("log-in, session user and authorization code have the specification's fields", () => {
  expect(Object.keys(login.body.shape)).toEqual(
    expect.arrayContaining(["username", "password", "code", "uuid"]),
  );
  expect(Object.keys(getInfo.reply.shape)).toEqual(expect.arrayContaining(["user", "roles", "permissions"]));
  expect(Object.keys(getInfo.reply.shape.user.shape)).toEqual(
    expect.arrayContaining(["nickName", "avatar", "avatarUrl"]),
  );
  expect(Object.keys(addAuthCode.body.shape)).toEqual(["authorizationCode"]);
});
