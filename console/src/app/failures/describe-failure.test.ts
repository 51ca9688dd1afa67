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
  expect(describeFailure(answer(403))).toMatchObject({ show: "notification", key: "failure.403" });
  expect(describeFailure(answer(409))).toMatchObject({ show: "notification", key: "said" });
});

test("an HTTP status is named", () => {
  expect(describeFailure(status(502))).toMatchObject({ key: "failure.status", values: { status: 502 } });
  expect(describeFailure(status(503))).toMatchObject({ key: "failure.503" });
});
