import type { BodyOf } from "@tracewater/contract/call";
import type { addSampling } from "@tracewater/contract/laboratory/samplings";
import { notFound } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { SamplingPointService } from "../../field/sampling-points/sampling-point.service.ts";
import type { createSamplingStore, NewSampling } from "./sampling.store.ts";
import { refusalOfPlan, type SampleOfPlan } from "./sampling-refusals.ts";

/** What a person reports of a sample. */
export type EnteredSampling = Omit<BodyOf<typeof addSampling>, "bodyCode">;

/** Whether the point and the plan of a sample are there for who enters them. */
export function createSamplingChecks(options: {
  points: SamplingPointService;
  store: Pick<ReturnType<typeof createSamplingStore>, "findPlan">;
}) {
  const { points, store } = options;
  return {
    async requirePoint(scope: Scope, id: number) {
      await points.require(scope, id);
      const point = await points.find(scope, id);
      if (point === undefined) throw notFound({ en: "sampling point", zh: "采样点" });
      return point;
    },

    async requirePlan(scope: Scope, input: SampleOfPlan & { planId: number | null }): Promise<void> {
      if (input.planId === null) return;
      const refusal = refusalOfPlan(await store.findPlan(scope, input.planId), input);
      if (refusal !== null) throw refusal;
    },
  };
}

export function toRow({
  began,
  ended,
  ...rest
}: EnteredSampling): Omit<NewSampling, "sampleNo" | "unitId" | "origin" | "madeBy"> {
  return { ...rest, began: new Date(began), ended: new Date(ended) };
}
