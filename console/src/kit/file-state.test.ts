import { expect, test } from "vitest";
import { formatBytes } from "./file-state.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 kB"],
  [1_572_864, "1.5 MB"],
  [5_368_709_120, "5.0 GB"],
])("%d bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
