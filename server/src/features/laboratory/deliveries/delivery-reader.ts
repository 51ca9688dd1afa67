import { type DeliveredSample, deliveryDetail } from "@tracewater/contract/laboratory/sample-deliveries";
import { isInScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createDeliveryContentStore } from "./delivery-content.store.ts";
import { noDelivery } from "./delivery-refusals.ts";
import { createSampleDeliveryStore, type FoundDelivery } from "./sample-delivery.store.ts";

const samples = deliveryDetail.shape.samples;

/** A delivery that somebody wants to read or to change, and its samples. */
export function createDeliveryReader(db: Db) {
  const store = createSampleDeliveryStore(db);
  const content = createDeliveryContentStore(db);

  async function require(scope: Scope, id: number): Promise<FoundDelivery> {
    const found = await store.find(scope, id);
    if (found === undefined) throw noDelivery();
    return found;
  }

  /** For anyone who reaches the unit that sends it. */
  async function requireSender(scope: Scope, id: number): Promise<FoundDelivery> {
    const found = await require(scope, id);
    if (!isInScope(scope, found.unitId)) throw noDelivery();
    return found;
  }

  return {
    require,
    requireSender,

    async listSamples(id: number): Promise<DeliveredSample[]> {
      return samples.parse(await content.listSamples(id));
    },
  };
}
