import { screen } from "@testing-library/react";
import type { Assay } from "@tracewater/contract/laboratory/assays";
import { expect, test } from "vitest";
import { openPart } from "../../../../test/open-part.tsx";
import { By, Category } from "./assay-parts.tsx";

const analyst = "Marta Kowalska (marta.kowalska)";
const open = (given: Pick<Assay, "state" | "reviewer">) =>
  openPart(<By row={{ analyst, ...given }} />, { feature: "laboratory/assays" });

test("a result names its people without their accounts, which are in the tooltip", async () => {
  await open({ state: "approved", reviewer: "Jan Novak (jan)" });
  const text = await screen.findByText("Marta Kowalska / Jan Novak");
  expect(text.title).toBe("Marta Kowalska (marta.kowalska) / Jan Novak (jan)");
});

test("a result that nobody has approved yet says so behind the name of its analyst", async () => {
  await open({ state: "draft", reviewer: "" });
  const text = await screen.findByText("Marta Kowalska / pending");
  expect(text.title).toBe("Marta Kowalska (marta.kowalska) / pending");
});

test("the word of a category is a part of its own, which may end in dots next to its square", async () => {
  await openPart(<Category analyte="mamp" />, { feature: "laboratory/assays" });
  const word = await screen.findByText("Meth, amphetamine");
  expect(word.parentElement?.className).toBe("assay-category");
  expect(word.parentElement?.title).toBe("Meth, amphetamine");
});
