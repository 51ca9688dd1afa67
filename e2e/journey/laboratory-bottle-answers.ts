import { bottles } from "@tracewater/contract/field/bottles";
import { getBottleCodes } from "@tracewater/contract/field/sampler-bottles";
import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { listFleetSamplings, listSamplings } from "@tracewater/contract/laboratory/samplings";
import type { Person } from "./laboratory-people.ts";

/** The slot of a sampler. */
export type SamplerSlot = { deviceId: number; deviceName: string; slot: number };

/** What each call that names the bottle says of it. */
export async function askAboutBottle({ api }: Person, where: SamplerSlot, bodyCode: string) {
  const { deviceId, deviceName, slot: place } = where;
  const ofBottle = <Row extends { bodyCode: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => row.bodyCode === bodyCode);
  const query = { deviceName };
  const [slots, registry, auto, fleet, samples] = [
    (await api.call(getBottleCodes, { params: { id: deviceId } })).data,
    ofBottle((await api.call(bottles.calls.list, { query: { keyword: bodyCode } })).rows)[0],
    ofBottle((await api.call(listAutoSamplings, { query })).rows),
    ofBottle((await api.call(listFleetSamplings, { query })).rows),
    ofBottle((await api.call(listSamplings, { query: { keyword: bodyCode } })).rows),
  ];
  const kept = samples.filter((one) => one.state !== "void");
  return {
    slot: slots[place - 1],
    registry,
    auto,
    fleet,
    samples: kept,
    voided: samples.length - kept.length,
  };
}
