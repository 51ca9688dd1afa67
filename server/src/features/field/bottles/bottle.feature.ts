import { bottles, breakPair, getBottleHistory } from "@tracewater/contract/field/bottles";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { BottleService } from "./bottle.service.ts";

export function serveBottles(serve: Serve, service: BottleService, parts: ResourceParts): void {
  serve.forCaller(getBottleHistory, async ({ params }, caller) => {
    await service.require(caller.scope, params.id);
    return { data: await service.historyOf(params.id) };
  });

  serve.forCaller(breakPair, async ({ body, audit }, caller) => {
    const { before, after } = await service.breakPair(caller, body.bottleId, body.reason);
    audit({
      subject: { kind: "bottle", id: before.bottleId, name: before.bodyCode, unitId: before.unitId },
      before: { capCode: before.capCode, state: before.state },
      after: { capCode: after.capCode, state: after.state, reason: body.reason },
    });
    return {};
  });

  serveResource(serve, bottles, service.service, parts);
}
