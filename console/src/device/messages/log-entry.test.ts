import { expect, test } from "vitest";
import { entryOfLive, entryOfMessage, matchesFilter, mergeEntries } from "./log-entry.ts";

const message = {
  at: 1000,
  direction: "up",
  kind: "property",
  topic: "/sys/pk/WS-0417/thing/event/property/post",
  payload: { id: "7", params: { boxTemp: 4.1 } },
} as const;

test("a message that was fetched and also came live appears once, newest first", () => {
  const live = entryOfLive({ type: "message", deviceId: 1, ...message });
  const fetched = entryOfMessage({ id: "99", code: 200, ...message });
  const older = entryOfMessage({ id: "98", code: 200, ...message, at: 500 });
  expect(mergeEntries([live], [older, fetched]).map((entry) => entry.at)).toEqual([1000, 500]);
});

test("keeps 500 lines at most", () => {
  const many = Array.from({ length: 600 }, (_, at) =>
    entryOfMessage({ id: String(at), code: 200, ...message, at }),
  );
  expect(mergeEntries([], many)).toHaveLength(500);
  expect(mergeEntries([], many)[0]?.at).toBe(599);
});

test("filters by every word, in summary, topic or payload", () => {
  const entry = entryOfMessage({ id: "1", code: 200, ...message });
  expect(matchesFilter(entry, "Box temperature 4.1 °C", "BOX 4.1")).toBe(true);
  expect(matchesFilter(entry, "Box temperature 4.1 °C", "boxtemp")).toBe(true);
  expect(matchesFilter(entry, "Box temperature 4.1 °C", "flow")).toBe(false);
});
