import {
  addSampling,
  changeSampling,
  exportSamplings,
  exportSamplingsByForm,
  getSampling,
  listFleetSamplings,
  listRunningSamplings,
  listSamplings,
  moveSampling,
  registerAutoSampling,
  type Sampling,
  sealSamplings,
  voidSampling,
} from "@tracewater/contract/laboratory/samplings";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { FleetSamplingService } from "./fleet-sampling.service.ts";
import type { SamplingService } from "./sampling.service.ts";
import { sendSamplings } from "./sampling-sheet.ts";

/** Water samplings: their list, their life, and the automatic ones that they are born from. */
export function serveSamplings(
  serve: Serve,
  parts: {
    samplings: SamplingService;
    fleet: FleetSamplingService;
    files: MadeFiles;
    printMoment: PrintMoment;
  },
): void {
  const { samplings, fleet } = parts;

  serve.forCaller(listSamplings, async ({ query }, caller) => {
    const total = await samplings.count(caller.scope, query);
    return { total, rows: await samplings.list(caller.scope, query, pageOf(query, total)) };
  });
  serve.forCaller(listFleetSamplings, ({ query }, caller) => fleet.list(caller.scope, query));
  serve.forCaller(listRunningSamplings, async (_input, caller) => ({
    data: await fleet.running(caller.scope),
  }));

  serveExport(serve, exportSamplings, exportSamplingsByForm, (query, asked) =>
    sendSamplings(parts, { ...asked, query }),
  );

  serve.forCaller(getSampling, async ({ params }, caller) => {
    const found = await samplings.require(caller.scope, params.id);
    return { data: { ...found, events: await samplings.eventsOf(found) } };
  });

  serve.forCaller(addSampling, async ({ body, note }, caller) => {
    const added = await samplings.add(caller, body);
    const after = await samplings.require(caller.scope, added.id);
    note({ thing: samplingThing(after), after });
    return { data: added };
  });
  serve.forCaller(registerAutoSampling, async ({ body, note }, caller) => {
    const added = await samplings.registerAuto(caller, body);
    const after = await samplings.require(caller.scope, added.id);
    note({ thing: samplingThing(after), after });
    return { data: added };
  });
  serve.forCaller(changeSampling, async ({ body, note }, caller) => {
    const { before, after } = await samplings.change(caller, body);
    note({ thing: samplingThing(after), before, after });
    return {};
  });

  serve.forCaller(sealSamplings, async ({ body, note }, caller) => {
    const sealNos = new Map(body.seals.map((one) => [one.samplingId, one.sealNo]));
    for (const one of await samplings.seal(caller, body)) {
      const sealNo = sealNos.get(one.samplingId);
      note({ thing: samplingThing(one), before: { state: one.state }, after: { state: "sealed", sealNo } });
    }
    return {};
  });
  serve.forCaller(voidSampling, async ({ body, note }, caller) => {
    const before = await samplings.makeVoid(caller, body.samplingId, body.reason);
    const after = { state: "void", reason: body.reason };
    note({ thing: samplingThing(before), before: { state: before.state }, after });
    return {};
  });
  serve.forCaller(moveSampling, async ({ body, note }, caller) => {
    const before = await samplings.move(caller, body);
    const { step, note: said, bottle } = body;
    const after = { step, note: said, ...(step === "destroy" ? { bottle } : {}) };
    note({ thing: samplingThing(before), before: { state: before.state }, after });
    return {};
  });
}

function samplingThing({ samplingId, sampleNo, unitId }: Sampling): CallNote["thing"] {
  return { kind: "waterSampling", id: samplingId, name: sampleNo, unitId };
}
