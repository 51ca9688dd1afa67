import { expect, test } from "vitest";
import { declaredCalls } from "./declared-calls.ts";

test("Every call that is recorded has a title in English and in Chinese", () => {
  const nameless = declaredCalls.filter(
    ({ audited, title }) =>
      audited &&
      (title === null || !/^[A-Z][\x20-\x7e]{3,}$/.test(title.en) || !/\p{Script=Han}{2}/u.test(title.zh)),
  );
  expect(nameless.map((call) => call.name)).toEqual([]);
});

test("Every call that changes something is recorded, but for marks of what was read and what devices send", () => {
  const left = declaredCalls.filter(({ method, audited }) => method !== "GET" && !audited);
  const onlyLooks = [
    ...["checkModel", "lookAtSheet", "readModelSheet", "previewFirmwareBatch", "tryAlarmRule"],
  ];
  // A challenge, and a QR code until a phone confirms it, changes nothing; an applicant looks at their own; positions come by the minute.
  const waysIn = [
    ...["beginQrLogIn", "clearQrLogIn", "scanQrLogIn", "getApplication", "reportPosition"],
    ...[
      "offerPasskeyConfirmation",
      "offerPasskeyLogIn",
      "beginDisplayPairing",
      "reportDisplay",
      "startSignOn",
    ],
  ];
  expect(left.map((call) => call.name).sort()).toEqual(
    ["markAllNoticesRead", "markNoticeRead", "uploadFromDevice", ...onlyLooks, ...waysIn].sort(),
  );
});
