/** A delivery on its way: handed over, its temperature logged, received by another person, once. */
import type { BodyOf } from "@tracewater/contract/call";
import type {
  DeliveredSample,
  logTemperatures,
  receiveDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { isInScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { aboutOf } from "../samplings/sampling.service.ts";
import { createDeliveryContentStore } from "./delivery-content.store.ts";
import { createDeliveryReader } from "./delivery-reader.ts";
import { changedMeanwhile, noDelivery, refusals } from "./delivery-refusals.ts";
import { checkReceipt, requireDeliveryState, stateAfter } from "./sample-delivery.model.ts";
import { createSampleDeliveryStore, type FoundDelivery } from "./sample-delivery.store.ts";

const slackMs = 5 * 60_000;

export function createDeliveryTransport(options: { db: Db; custody: CustodyService; now: () => number }) {
  const { db, custody, now } = options;
  const store = createSampleDeliveryStore(db);
  const content = createDeliveryContentStore(db);
  const { require, requireSender, listSamples } = createDeliveryReader(db);

  return {
    async handOver(caller: Caller, id: number): Promise<FoundDelivery> {
      const before = await requireSender(caller.scope, id);
      requireDeliveryState(before, "draft");
      if (before.courier === "")
        throw fieldError("courier", { en: "enter who carries the delivery", zh: "请填写送样人" });
      const own = await listSamples(id);
      if (own.length === 0) throw refusals.empty;
      const handed = { handedAt: new Date(now()), handedBy: personLabel(caller), handedById: caller.userId };
      await db.transaction().execute(async (trx) => {
        if (!(await store.change(trx, id, "draft", { ...handed, state: "inTransit" })))
          throw changedMeanwhile();
        await content.sendSamples(trx, id, before.toUnitId);
        await custody.append(trx, caller, [
          {
            ...{ kind: "handover", about: about(id, own), from: personLabel(caller), to: before.courier },
            ...{ place: before.unitName, sealNo: before.sealNo || null, note: before.boxNo || null },
          },
        ]);
      });
      return before;
    },

    async logTemperatures(
      caller: Caller,
      { deliveryId, readings }: BodyOf<typeof logTemperatures>,
    ): Promise<{ added: number; delivery: FoundDelivery }> {
      const one = await require(caller.scope, deliveryId);
      requireDeliveryState(one, "inTransit");
      for (const [at, reading] of readings.entries()) {
        const field = `readings.${at}.at`;
        if (reading.at > now() + slackMs)
          throw fieldError(field, { en: "must not be in the future", zh: "不能晚于当前时间" });
        if (one.handedAt !== null && reading.at < one.handedAt - 86_400_000) {
          throw fieldError(field, { en: "must not be before the handover", zh: "不能早于交接时间" });
        }
      }
      return db.transaction().execute(async (trx) => {
        // Held until the end: what is received in this moment has its log as it was checked.
        if (!(await store.change(trx, deliveryId, "inTransit", { state: "inTransit" })))
          throw changedMeanwhile();
        const added = await content.addTemperatures(trx, deliveryId, readings, personLabel(caller));
        const celsius = readings.map((reading) => reading.celsius);
        if (added > 0) {
          await custody.append(trx, caller, [
            {
              ...{ kind: "transport", about: [`delivery:${deliveryId}`], place: null },
              condition: spanOf(celsius),
              note: `${added}`,
            },
          ]);
        }
        return { added, delivery: one };
      });
    },

    async receive(
      caller: Caller,
      { deliveryId, ...receipt }: BodyOf<typeof receiveDelivery>,
    ): Promise<FoundDelivery> {
      const before = await require(caller.scope, deliveryId);
      if (!isInScope(caller.scope, before.toUnitId)) throw noDelivery();
      requireDeliveryState(before, "inTransit");
      if (before.handedById === caller.userId) throw refusals.ownReceipt;
      const state = receipt.decision === "reject" ? "rejected" : "received";
      const { decision, reason } = receipt;
      const received = {
        receivedAt: new Date(now()),
        receivedBy: personLabel(caller),
        receivedById: caller.userId,
      };
      await db.transaction().execute(async (trx) => {
        // Of two who receive at once the second waits here, and finds it received.
        if (!(await store.change(trx, deliveryId, "inTransit", { ...received, decision, reason, state }))) {
          requireDeliveryState(await require(caller.scope, deliveryId), "inTransit");
          throw changedMeanwhile();
        }
        const own = await listSamples(deliveryId);
        const checked = checkReceipt(receipt, { ...before, samples: own });
        await content.receiveSamples(
          trx,
          deliveryId,
          checked.map((one) => {
            const next = stateAfter(decision, one.condition);
            return { ...one, state: next, reason: next === "rejected" ? one.conditionNote || reason : "" };
          }),
        );
        const odd = checked.filter((one) => one.condition !== "ok");
        await custody.append(trx, caller, [
          {
            ...{
              kind: "receive",
              about: about(deliveryId, own),
              from: before.courier,
              to: personLabel(caller),
            },
            ...{ place: before.toUnitName, sealNo: receipt.sealNo || null, condition: decision },
            note: reason || null,
          },
          ...odd.map((one) => ({
            ...{ kind: "exception" as const, about: [`delivery:${deliveryId}`, ...aboutOf(one)] },
            ...{ place: before.toUnitName, condition: one.condition, note: one.conditionNote || null },
          })),
        ]);
      });
      return before;
    },
  };
}

function about(id: number, samples: readonly DeliveredSample[]): string[] {
  return [`delivery:${id}`, ...samples.flatMap(aboutOf)];
}

/** From the lowest to the highest, with as many decimals as the most precise of them has. */
function spanOf(celsius: readonly number[]): string {
  const decimals = Math.max(...celsius.map((one) => (String(one).split(".")[1] ?? "").length));
  const [lowest, highest] = [Math.min(...celsius), Math.max(...celsius)].map((one) => one.toFixed(decimals));
  return lowest === highest ? `${lowest} °C` : `${lowest} – ${highest} °C`;
}
