import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { addWorkOrder } from "@tracewater/contract/field/work-orders";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { choose, fill } from "../../../../test/hands.ts";
import { samplingPoint } from "../../../../test/records.ts";
import { OrderForm } from "./order-form.tsx";

testDialogManners({
  name: "work order form",
  feature: "field/work-orders",
  part: (onClose) => <OrderForm order={null} onClose={onClose} />,
  prepare: () => server.answer(listSamplingPoints, { rows: [samplingPoint], total: 1 }),
  fill: async () => {
    fill("Task", "Change the tube");
    await choose("Sampling point", "P-001 North plant");
    fill("Due", "2026-12-01 08:00");
    fill("Steps", "Close the valve\n\nChange the tube");
  },
  submit: "Save",
  call: addWorkOrder,
  reply: { data: { id: 8, orderNo: "WO-2026-0008" } },
  sent: {
    body: {
      title: "Change the tube",
      titleZh: "Change the tube",
      pointId: 11,
      deviceId: null,
      assignee: "",
      due: Date.parse("2026-12-01T08:00:00+08:00"),
      note: "",
      steps: [
        { en: "Close the valve", zh: "Close the valve" },
        { en: "Change the tube", zh: "Change the tube" },
      ],
    },
  },
  said: "Work order created.",
  missing: { label: "Task", says: "Please enter Task" },
  refused: { at: "steps.1.en", label: "Steps" },
});
