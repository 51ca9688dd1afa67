import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { describeFailure } from "./describe-failure.ts";

const answer = (code: number, message = "said") =>
  new ApiError({ kind: "answer", code, message, httpStatus: 200 });
const status = (httpStatus: number) => new ApiError({ kind: "status", message: "", httpStatus });

test("401 opens the dialog, 500 says what the server said", () => {
  expect(describeFailure(answer(401))).toEqual({ show: "expired" });
  expect(describeFailure(answer(500))).toEqual({ show: "message", tone: "error", text: "said" });
});

test("mapped codes have the catalogue's sentence, others the server's", () => {
  expect(describeFailure(answer(403))).toMatchObject({ show: "notification", title: { key: "failure.403" } });
  expect(describeFailure(answer(409))).toMatchObject({ show: "notification", title: { said: "said" } });
});

test("601 is a warning, with or without words", () => {
  expect(describeFailure(answer(601))).toEqual({ show: "message", tone: "warning", text: "said" });
  expect(describeFailure(answer(601, ""))).toMatchObject({ tone: "warning", key: "failure.default" });
});

test("what the catalogue does not name and the server does not explain is an unknown error", () => {
  expect(describeFailure(answer(418, ""))).toMatchObject({
    show: "notification",
    title: { key: "failure.default" },
  });
});

test("no answer and no answer in time are distinguished", () => {
  const broken = (kind: "network" | "timeout") => describeFailure(new ApiError({ kind, message: "" }));
  expect(broken("network")).toMatchObject({ tone: "error", key: "failure.network" });
  expect(broken("timeout")).toMatchObject({ tone: "error", key: "failure.timeout" });
});

test("the statuses with a sentence of their own", () => {
  expect(describeFailure(status(444))).toEqual({ show: "licenseExpired" });
  expect(describeFailure(status(413))).toMatchObject({ key: "failure.413" });
  const limited = new ApiError({ kind: "status", message: "", httpStatus: 429, retryAfter: 7 });
  expect(describeFailure(limited)).toMatchObject({
    tone: "warning",
    key: "failure.429",
    values: { seconds: 7 },
  });
});

test("an HTTP status is named", () => {
  expect(describeFailure(status(502))).toMatchObject({ key: "failure.status", values: { status: 502 } });
  expect(describeFailure(status(503))).toMatchObject({ key: "failure.503" });
});
