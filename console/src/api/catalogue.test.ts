import i18next from "i18next";
import { afterAll, beforeAll, expect, test } from "vitest";
import en from "../app/locales/en.json";
import zh from "../app/locales/zh.json";
import { ApiError } from "./api-error.ts";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { app: en }, zh: { app: zh } }, defaultNS: "app" });
});
afterAll(() => i18next.changeLanguage("en"));

const status = (httpStatus: number) => new ApiError({ kind: "status", message: "", httpStatus }).message;
const answer = (code: number, message = "") => new ApiError({ kind: "answer", code, message }).message;

test("a failure without words says what the catalogue says of it, and never another cause", () => {
  expect(status(502)).toBe("system interface 502 abnormal");
  expect(status(503)).toBe(en.failure["503"]);
  expect(answer(401)).toBe("authentication failed, cannot access system resources");
  expect(answer(403)).toBe("no permission for this operation");
  expect(answer(404)).toBe("resource does not exist");
  expect(answer(418)).toBe("unknown system error, please report to the administrator");
  expect(new ApiError({ kind: "network", message: "" }).message).toBe(
    "backend interface connection abnormal",
  );
  expect(new ApiError({ kind: "timeout", message: "" }).message).toBe("system interface request timed out");
});

test("the server's own words go first, and are distinguished from those of the catalogue", () => {
  const failure = new ApiError({ kind: "answer", code: 404, message: "Device not found." });
  expect([failure.message, failure.said]).toEqual(["Device not found.", "Device not found."]);
  expect(new ApiError({ kind: "answer", code: 404, message: "" }).said).toBe("");
});

test("it is said in the language that is shown", async () => {
  await i18next.changeLanguage("zh");
  expect(answer(403)).toBe(zh.failure["403"]);
});
