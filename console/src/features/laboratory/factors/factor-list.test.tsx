import { screen } from "@testing-library/react";
import {
  type FactorRow,
  type FactorVersion,
  listFactors,
  listFactorVersions,
} from "@tracewater/contract/laboratory/factors";
import { listProficiencyResults } from "@tracewater/contract/laboratory/proficiency-rounds";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import FactorListPage from "./factor-list.page.tsx";

const shipped: FactorVersion = {
  factorId: 1,
  analyte: "amp",
  version: 1,
  isShipped: true,
  excretedFraction: "0.36",
  factor: "2.77",
  doseMg: null,
  source: "as it is stored, in English",
  doseSource: "",
  factorUncertainty: null,
  doseUncertainty: null,
  therapeuticShare: null,
  trust: "unverified",
  reason: "",
  createTime: "2026-01-01 08:00:00",
  createBy: "",
};
const amphetamine: FactorRow = {
  analyte: "amp",
  cas: "300-62-9",
  category: "meth",
  residueMass: 135.21,
  parentMass: 135.21,
  parentName: "Amphetamine",
  inForce: shipped,
  versions: 1,
};
const none = { ...shipped, factorId: 2, analyte: "cbd", excretedFraction: null, factor: null } as const;
const cannabidiol: FactorRow = { ...amphetamine, analyte: "cbd", cas: "13956-29-1", inForce: none };

test.each([
  [
    "en",
    "No accepted factor",
    "Versions of Amphetamine (1)",
    "Amphetamine (or methamphetamine) 135.21 g/mol",
  ],
  ["zh", "暂无公认的校正因子", "苯丙胺的版本（1）", "苯丙胺（或甲基苯丙胺） 135.21 g/mol"],
] as const)(
  "shows the sources of built-in correction factors in the language of the user: %s",
  async (language, noFactor, versions, masses) => {
    server.answer(listFactors, { rows: [amphetamine, cannabidiol], total: 2 });
    server.answer(listFactorVersions, { data: [shipped] });
    server.answer(listProficiencyResults, { rows: [], total: 0 });
    await openPart(<FactorListPage />, { feature: "laboratory/factors", language });
    expect((await screen.findAllByText(noFactor)).length).toBeGreaterThan(0);
    expect(screen.queryByText(shipped.source)).toBeNull();
    press(versions);
    await screen.findByText((text) => text.includes(masses));
  },
);
