import {
  boardLots,
  boardTypes,
  getBoardLotUse,
  previewBoardCurve,
  storeBoardCurve,
} from "@tracewater/contract/laboratory/boards";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { BoardCurveService } from "./board-curve.service.ts";
import type { BoardLotService } from "./board-lot.service.ts";
import type { createBoardTypeService } from "./board-type.service.ts";
import type { BoardUseService } from "./board-use.service.ts";

/** Types and lots of boards, and the curves of lots. */
export function serveBoards(
  serve: Serve,
  services: {
    types: ReturnType<typeof createBoardTypeService>;
    lots: BoardLotService;
    curves: BoardCurveService;
    uses: BoardUseService;
  },
  parts: ResourceParts,
): void {
  const { types, lots, curves, uses } = services;
  serveResource(serve, boardTypes, types, parts);
  serveResource(serve, boardLots, lots, parts);
  serve.forCaller(getBoardLotUse, async ({ params }, caller) => ({
    data: await uses.read(caller.scope, params.id),
  }));
  serve.forCaller(previewBoardCurve, async ({ params, body, audit }) => {
    const { lotNo } = await curves.require(params.id);
    const data = await curves.preview(params.id, body);
    audit({
      subject: auditSubject(params.id, lotNo),
      after: { accepted: data.accepted, weighting: body.weighting },
    });
    return { data };
  });
  serve.forCaller(storeBoardCurve, async ({ params, body, audit }, caller) => {
    const before = await curves.require(params.id);
    const data = await curves.store(caller, params.id, body);
    const { a, b, c, d, low, high } = before;
    const { lloq, uloq, weighting } = data;
    audit({
      subject: auditSubject(params.id, before.lotNo),
      before: { a, b, c, d, low, high },
      after: { a: data.a, b: data.b, c: data.c, d: data.d, low: lloq, high: uloq, weighting },
    });
    return { data };
  });
}

function auditSubject(id: number, name: string) {
  return { kind: "boardLot", id, name, unitId: null };
}
