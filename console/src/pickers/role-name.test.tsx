import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPart } from "../../test/open-part.tsx";
import en from "./locales/en.json" with { type: "json" };
import zh from "./locales/zh.json" with { type: "json" };
import { useRoleName } from "./role-name.ts";

function Names({ names }: { names: readonly string[] }) {
  const nameOf = useRoleName();
  return <p>{names.map(nameOf).join("|")}</p>;
}

test("each role that the program brings has its name in Chinese, one of an administrator keeps its own", async () => {
  await openPart(<Names names={[...Object.values(en.role), "Night shift"]} />, { language: "zh" });
  expect(screen.getByText(/\|/).textContent).toBe([...Object.values(zh.role), "Night shift"].join("|"));
});
