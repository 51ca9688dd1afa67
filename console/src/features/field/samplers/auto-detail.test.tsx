import { waitFor } from "@testing-library/react";
import { getAutoSampling } from "@tracewater/contract/field/samplers";
import { getProduct } from "@tracewater/contract/fleet/products";
import { Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { model, product } from "../../../../test/records.ts";
import { PageNameProvider } from "../../../kit/page-name.ts";
import AutoDetailPage from "./auto-detail.page.tsx";

const began = Date.parse("2026-11-24T08:00:00Z");

async function open(search: string) {
  const onName = vi.fn<(name: string) => void>();
  await openPart(
    <PageNameProvider value={onName}>
      <Routes>
        <Route path="/samplingAuto/detail" element={<AutoDetailPage />} />
        <Route path="*" element={null} />
      </Routes>
    </PageNameProvider>,
    { feature: "field/samplers", at: `/samplingAuto/detail${search}` },
  );
  return onName;
}

test("the page of an automatic sampling is named after its sampler and its slot", async () => {
  server.answer(getAutoSampling, {
    data: {
      ...{ began, ended: began + 3_600_000, slot: 5, bodyCode: null, capCode: null, trigger: "time" },
      ...{ planned: 4, taken: 4, missed: 0, reasons: [], volume: 400, isFull: false, boxTempMean: 4 },
      ...{ boxTempMax: 5, plan: null, aliquots: [], program: {}, productId: 1 },
      ...{ pointName: null, pointCode: null },
    },
  });
  server.answer(getProduct, { data: { ...product, model } });
  const onName = await open(`?time=${began}&deviceName=WS-0365`);
  await waitFor(() => expect(onName).toHaveBeenCalledWith("WS-0365 · 5", undefined));
});

test("the address of an automatic sampling that names none leads to the list of them", async () => {
  await open("");
  await waitFor(() => expect(location.pathname).toBe("/samplingAuto/list"));
});
