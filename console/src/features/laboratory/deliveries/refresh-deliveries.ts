import { getDeliveryDetail, listSampleDeliveries } from "@tracewater/contract/laboratory/sample-deliveries";
import { getSampling, listSamplings } from "@tracewater/contract/laboratory/samplings";
import { invalidate } from "../../../api/use-api.ts";

/** After a step of a delivery: it moves its samples too. */
export function refreshDeliveries(): void {
  for (const call of [listSampleDeliveries, getDeliveryDetail, listSamplings, getSampling])
    void invalidate(call);
}
