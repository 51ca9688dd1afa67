/** Samples, custody events and loads as the server sends them, for tests to show or to change one field of. */
import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import type { Load } from "@tracewater/contract/laboratory/loads";
import type { Sampling } from "@tracewater/contract/laboratory/samplings";

const at = Date.parse("2026-11-16T11:00:00Z");

const sample: Sampling = {
  ...{ samplingId: 7, sampleNo: "S-261116-0417", origin: "auto", kind: "composite24", state: "sealed" },
  ...{ stateReason: "", unitId: 2, unitName: "City laboratory", pointId: 11, pointCode: "P-001" },
  ...{ pointName: "North plant", planId: null, planNo: null, deviceId: 21, deviceName: "WS-0417", slot: 3 },
  ...{ bottleId: 12, bodyCode: "B0417-A03", capCode: null, began: at - 86_400_000, ended: at, volume: 500 },
  ...{ ph: null, conductivity: null, waterTemp: null, flow: null, flowSource: null, latitude: null },
  ...{ longitude: null, samplerPerson: "", note: "", aliquotsTaken: 96, aliquotsMissed: 0, boxTempMean: 4 },
  ...{ boxTempMax: 5, sealNo: "SL-448102", sealedAt: at, sealedBy: "R. Haddad (rhaddad)", deliveryId: null },
  ...{
    maxGap: 15,
    flowSampled: 99.4,
    deliveryNo: null,
    destroyAskedBy: null,
    createdAt: at,
    createdBy: "R. Haddad (rhaddad)",
  },
};

export function sampleOf(change: Partial<Sampling>): Sampling {
  return { ...sample, ...change };
}

const event: CustodyEvent = {
  ...{ seq: 1, kind: "collect", at, actor: "R. Haddad", actorId: 4, actorUserName: "rhaddad" },
  ...{ via: { kind: "session" }, from: null, to: null, place: null, sealNo: null, condition: null },
  ...{ note: null, recorded: null, amount: null, changes: null, evidence: null, about: ["sampling:7"] },
  ...{ hash: "5b19aa".padEnd(64, "0"), prev: "8d70f1".padEnd(64, "0") },
};

export function custodyEventOf(change: Partial<CustodyEvent>): CustodyEvent {
  return { ...event, ...change };
}

const load: Load = {
  ...{
    loadId: 9,
    runId: 5,
    assayId: 4,
    unitId: 2,
    pointId: 11,
    pointCode: "P-001",
    pointName: "North plant",
  },
  ...{ sampledOn: "2026-11-15", bodyCode: "B0417-A03", sampleNo: "S-261116-0417", sampleKind: "composite24" },
  ...{ analyte: "benzoylEconine", flag: "quantified", concentration: "0.9563", loq: "0.01", source: "lcms" },
  ...{ substituted: "0", substitution: "zero", flow: "59600", flowMethod: "census", flowSince: null },
  ...{
    population: 182_400,
    populationMethod: "census",
    load: "57000.12",
    per1000: "312.5",
    subtracted: null,
  },
  ...{ expanded: 19.5, low: 252, high: 374, formula: "benzoylEconine", madeAt: "2026-11-20 10:00:00" },
  ...{ factorId: null, factorTrust: null, factor: null, factorVersion: null, madeBy: "K. Sørensen (ks)" },
  ...{ consumption: null, consumptionExpanded: null, consumptionBar: null, warnings: [], reportId: null },
  ...{ doseMg: null, doses: null, dosesExpanded: null, duplicateId: null, pairDifference: null },
  ...{ isInForce: true, isStale: false, isQuestioned: false },
};

export function loadOf(change: Partial<Load>): Load {
  return { ...load, ...change };
}
