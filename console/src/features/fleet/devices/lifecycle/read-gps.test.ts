import { expect, test } from "vitest";
import { readGps } from "./read-gps.ts";

test("a place is read, and whatever is none is not", () => {
  expect(readGps({ latitude: 52.1, longitude: 4.3, accuracy: 3 })).toEqual({
    latitude: 52.1,
    longitude: 4.3,
  });
  for (const none of [
    null,
    undefined,
    "52,4",
    {},
    { latitude: 91, longitude: 4 },
    { latitude: "52", longitude: 4 },
  ])
    expect(readGps(none)).toBeNull();
});
