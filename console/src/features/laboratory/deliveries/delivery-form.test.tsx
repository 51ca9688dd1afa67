import { addDelivery, listReceivers } from "@tracewater/contract/laboratory/sample-deliveries";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import { listDepts } from "@tracewater/contract/system/dept";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { choose, fill } from "../../../../test/hands.ts";
import { unit } from "../../../../test/records.ts";
import { DeliveryForm } from "./delivery-form.tsx";

testDialogManners({
  name: "delivery form",
  feature: "laboratory/deliveries",
  part: (onClose) => <DeliveryForm delivery={null} onClose={onClose} />,
  prepare: () => {
    server.answer(listDepts, { data: [unit] });
    server.answer(listReceivers, { data: [{ unitId: 9, name: "Mass spectrometry", above: "Institute" }] });
    server.answer(listSamplings, { rows: [], total: 0 });
  },
  fill: async () => {
    await choose("To", "Institute / Mass spectrometry");
    fill("Delivery number", " D-2026-17 ");
    fill("Courier", "Li Wei");
  },
  submit: "Save",
  call: addDelivery,
  reply: { data: { id: 3, deliveryNo: "D-2026-17" } },
  sent: {
    body: {
      unitId: 2,
      toUnitId: 9,
      deliveryNo: "D-2026-17",
      courier: "Li Wei",
      boxNo: "",
      sealNo: "",
      note: "",
      samplingIds: [],
    },
  },
  said: "Delivery saved.",
  missing: { label: "To", says: "Please enter To" },
  refused: { at: "deliveryNo", label: "Delivery number" },
});
