import {
  addSampling,
  changeSampling,
  correctFromSampler,
  correctSampling,
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
import { requireConfirmed } from "../../../platform/confirmation.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { CorrectionService } from "./correction.service.ts";
import type { FleetSamplingService } from "./fleet-sampling.service.ts";
import type { SamplingService } from "./sampling.service.ts";
import { sendSamplings } from "./sampling-workbook.ts";

/** Water samplings: their list, their lifecycle, and the automatic ones that they are born from. */
export function serveSamplings(
  serve: Serve,
  parts: {
    samplings: SamplingService;
    corrections: CorrectionService;
    fleet: FleetSamplingService;
    files: ExportFiles;
    printMoment: PrintMoment;
  },
): void {
  const { samplings, corrections, fleet } = parts;

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
    const [events, differences] = await Promise.all([
      samplings.eventsOf(found),
      corrections.listDifferences(found),
    ]);
    return { data: { ...found, events, differences } };
  });

  serve.forCaller(addSampling, async ({ body, audit }, caller) => {
    const added = await samplings.add(caller, body);
    const after = await samplings.require(caller.scope, added.id);
    audit({ subject: samplingSubject(after), after });
    return { data: added };
  });
  serve.forCaller(registerAutoSampling, async ({ body, audit }, caller) => {
    const added = await samplings.registerAuto(caller, body);
    const after = await samplings.require(caller.scope, added.id);
    audit({ subject: samplingSubject(after), after });
    return { data: added };
  });
  serve.forCaller(changeSampling, async ({ body, audit }, caller) => {
    const { before, after } = await corrections.change(caller, body);
    audit({ subject: samplingSubject(after), before, after });
    return {};
  });
  serve.forCaller(correctSampling, async ({ body, audit }, caller) => {
    const { before, after } = await corrections.correct(caller, body);
    audit({ subject: samplingSubject(after), before, after });
    return {};
  });

  serve.forCaller(correctFromSampler, async ({ body, audit }, caller) => {
    const { before, after } = await corrections.correctFromSampler(caller, body);
    audit({ subject: samplingSubject(after), before, after });
    return {};
  });

  serve.forCaller(sealSamplings, async ({ body, audit }, caller) => {
    const sealNos = new Map(body.seals.map((one) => [one.samplingId, one.sealNo]));
    for (const one of await samplings.seal(caller, body)) {
      const sealNo = sealNos.get(one.samplingId);
      audit({
        subject: samplingSubject(one),
        before: { state: one.state },
        after: { state: "sealed", sealNo },
      });
    }
    return {};
  });
  serve.forCaller(voidSampling, async ({ body, audit }, caller) => {
    const before = await samplings.makeVoid(caller, body.samplingId, body.reason);
    const after = { state: "void", reason: body.reason };
    audit({ subject: samplingSubject(before), before: { state: before.state }, after });
    return {};
  });
  serve.forCaller(moveSampling, async ({ body, audit }, caller) => {
    if (body.step === "destroy") requireConfirmed(caller);
    const before = await samplings.move(caller, body);
    const { step, note: said, bottle } = body;
    const after = { step, note: said, ...(step === "destroy" ? { bottle } : {}) };
    audit({ subject: samplingSubject(before), before: { state: before.state }, after });
    return {};
  });
}

function samplingSubject({ samplingId, sampleNo, unitId }: Sampling): AuditChange["subject"] {
  return { kind: "waterSampling", id: samplingId, name: sampleNo, unitId };
}
