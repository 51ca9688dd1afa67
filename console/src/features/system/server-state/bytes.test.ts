import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1024, "1.00 kB"],
  [1_048_576, "1.00 MB"],
  [157_286_400, "150 MB"],
  [5e12, "4.55 TB"],
])("%i is %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
