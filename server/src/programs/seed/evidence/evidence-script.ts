/** What people do with entrustments and items, written down as steps that are still to be played. */
import type { BodyOf } from "@tracewater/contract/call";
import {
  addEntrustment,
  confirmEntrustment,
  decideEntrustment,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem, recordItemEvent } from "@tracewater/contract/evidence/items";
import type { z } from "zod";
import type { HistoryServices } from "../../../app/platform.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Step } from "../laboratory/history-clock.ts";

/** Has its id once the step that adds it was played. */
export type Made = { id: number };

type Given<Call extends { body: z.ZodType }> = z.input<Call["body"]>;
type Written = Omit<Given<typeof addEntrustment>, "unitId">;
type ItemWritten = Omit<Given<typeof addEvidenceItem>, "entrustmentId">;
type EventWritten = Omit<Given<typeof recordItemEvent>, "itemId" | "step">;
type ItemStep = BodyOf<typeof recordItemEvent>["step"];
type EntrustmentStep = BodyOf<typeof stepEntrustment>["step"];

export type EvidenceScript = ReturnType<typeof createEvidenceScript>;

export function createEvidenceScript({ entrustments, items }: HistoryServices) {
  const steps: Step[] = [];
  const at = (ms: number, work: () => Promise<unknown>) =>
    void steps.push({
      at: ms,
      work: async () => {
        await work();
      },
    });

  function record(ms: number, by: Caller, item: Made, step: ItemStep, more: EventWritten = {}): void {
    at(ms, () => items.record(by, recordItemEvent.body.parse({ itemId: item.id, step, ...more })));
  }

  return {
    steps,
    record,

    entrust(ms: number, by: Caller, unitId: number, written: Written): Made {
      const made = { id: 0 };
      at(ms, async () => {
        made.id = (await entrustments.add(by, addEntrustment.body.parse({ unitId, ...written }))).id;
      });
      return made;
    },

    step(ms: number, by: Caller, of: Made, step: EntrustmentStep, more: { reportNo?: string } = {}): void {
      at(ms, () =>
        entrustments.step(by, stepEntrustment.body.parse({ entrustmentId: of.id, step, ...more })),
      );
    },

    decide(
      ms: number,
      by: Caller,
      of: Made,
      decision: Omit<Given<typeof decideEntrustment>, "entrustmentId">,
    ) {
      at(ms, () =>
        entrustments.decide(by, decideEntrustment.body.parse({ entrustmentId: of.id, ...decision })),
      );
    },

    /** With the name of who signs for the client; without one it is the institution's side. */
    confirm(ms: number, by: Caller, of: Made, person = ""): void {
      const side = person === "" ? "institution" : "client";
      at(ms, () =>
        entrustments.confirm(by, confirmEntrustment.body.parse({ entrustmentId: of.id, side, person })),
      );
    },

    item(ms: number, by: Caller, of: Made, written: ItemWritten): Made {
      const made = { id: 0 };
      at(ms, async () => {
        made.id = (await items.add(by, addEvidenceItem.body.parse({ entrustmentId: of.id, ...written }))).id;
      });
      return made;
    },

    /** A handover that its receiver takes half an hour later; without a place the item stays where it lies. */
    pass(ms: number, [from, to]: readonly [Caller, Caller], item: Made, more: EventWritten = {}): void {
      record(ms, from, item, "handover", { toUserId: to.userId });
      record(ms + 30 * 60_000, to, item, "receive", more);
    },

    split(ms: number, by: Caller, item: Made, amounts: readonly number[]): Made[] {
      const parts: Made[] = amounts.map(() => ({ id: 0 }));
      at(ms, async () => {
        const body = recordItemEvent.body.parse({ itemId: item.id, step: "split", parts: amounts });
        await items.record(by, body);
        const { children } = await items.detail(by, item.id);
        for (const [place, part] of parts.entries()) part.id = children[place]?.itemId ?? 0;
      });
      return parts;
    },

    approveDestruction(ms: number, by: Caller, item: Made, note: string): void {
      at(ms, () => items.approveDestruction(by, { itemId: item.id, note }));
    },
  };
}
