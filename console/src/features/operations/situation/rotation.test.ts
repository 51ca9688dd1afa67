import { expect, test } from "vitest";
import { followingScreen, parseRotation } from "./rotation.ts";

test("each screen stays as long as was chosen, and what does not fit is at its default", () => {
  const text = JSON.stringify({ "/visual/situation": 120, "/visual/devices": -1, "/visual/cameras": 30 });
  expect(parseRotation(text)).toEqual({
    ...{ "/visual/situation": 120, "/visual/devices": 30, "/visual/cameras": 0 },
    ...{ "/visualization": 30, "/visualMini": 30 },
  });
  expect(parseRotation("no JSON")["/visual/situation"]).toBe(30);
});

test("the rotation goes on in the order of the list and leaves out what is off", () => {
  const rotation = parseRotation(JSON.stringify({ "/visual/devices": 0 }));
  expect(followingScreen("/visual/situation", rotation)).toBe("/visualization");
  expect(followingScreen("/visualMini", rotation)).toBe("/visual/situation");
  const only = parseRotation(JSON.stringify({ "/visual/devices": 0, "/visualization": 0, "/visualMini": 0 }));
  expect(followingScreen("/visual/situation", only)).toBe("/visual/situation");
  const none = { ...only, "/visual/situation": 0 };
  expect(followingScreen("/visual/situation", none)).toBeNull();
});
