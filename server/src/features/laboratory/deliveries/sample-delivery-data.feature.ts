import { bottleState } from "@tracewater/contract/field/bottles";
import { getDelivery } from "@tracewater/contract/field/sampler-bottles";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CarouselService } from "../../field/bottles/carousel.service.ts";
import { boxTempOf } from "../../field/samplers/auto-sample.service.ts";
import type { SampleDeliveryService } from "./sample-delivery.service.ts";

/** All that is known of one delivery number, as the specification asks for it. */
export function serveDeliveryData(
  serve: Serve,
  parts: { carousel: CarouselService; deliveries: SampleDeliveryService; zone: string },
): void {
  const { carousel, deliveries } = parts;

  serve.forCaller(getDelivery, async ({ query }, caller) => {
    const { deliveryNo, type } = query;
    const [bottles, transport, assays] = await Promise.all([
      type === "sampling" || type === "all" ? bottlesOf(caller.scope, deliveryNo) : [],
      type === "transport" || type === "all" ? transportOf(caller.scope, deliveryNo) : null,
      type === "assay" || type === "all" ? deliveries.listAssays(caller.scope, deliveryNo, parts.zone) : [],
    ]);
    if (bottles.length === 0 && transport === null && assays.length === 0) return {};
    return { data: { deliveryNo, bottles, transport, assays } };
  });

  async function bottlesOf(scope: Scope, deliveryNo: string) {
    const delivery = await deliveries.findByNo(scope, deliveryNo);
    const samples = delivery === undefined ? [] : await deliveries.listSamples(delivery.deliveryId);
    const delivered = await carousel.listDelivered(
      scope,
      deliveryNo,
      samples.flatMap(({ bottleId, deviceId, slot, capCode, sampleNo, began }) =>
        bottleId === null ? [] : [{ bottleId, deviceId, slot, capCode, sampleNo, began }],
      ),
    );
    return delivered.map(({ autoSamples, deviceId: _known, ...bottle }) => ({
      ...bottle,
      state: bottleState.parse(bottle.state),
      since: bottle.since?.getTime() ?? null,
      until: bottle.until?.getTime() ?? null,
      samplings: autoSamples.map((autoSample) => {
        const { mean, max } = boxTempOf(autoSample);
        const { began, ended, taken, missed, volume } = autoSample;
        return { began, ended, taken, missed, volume, boxTempMean: mean, boxTempMax: max };
      }),
    }));
  }

  async function transportOf(scope: Scope, deliveryNo: string) {
    const found = await deliveries.findByNo(scope, deliveryNo);
    if (found === undefined) return null;
    const [samples, temperatures] = await Promise.all([
      deliveries.listSamples(found.deliveryId),
      deliveries.listTemperatures(found.deliveryId),
    ]);
    const { deliveryId, state, courier, boxNo, sealNo, handedAt, handedBy, receivedAt, receivedBy } = found;
    return {
      ...{ deliveryId, state, courier, boxNo, sealNo, handedAt, handedBy, receivedAt, receivedBy },
      ...{ from: found.unitName, to: found.toUnitName, decision: found.decision, reason: found.reason },
      samples: samples.map((one) => ({
        ...{ sampleNo: one.sampleNo, bodyCode: one.bodyCode, sealNo: one.sealNo },
        ...{ state: one.state, condition: one.condition },
      })),
      temperatures,
    };
  }
}
