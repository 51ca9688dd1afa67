import { addAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { listDepts } from "@tracewater/contract/system/dept";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { fill } from "../../../../test/hands.ts";
import { unit } from "../../../../test/records.ts";
import { AnalyticalBatchDialog } from "./analytical-batch-dialog.tsx";

testDialogManners({
  name: "analytical batch dialog",
  feature: "laboratory/quality",
  part: (onClose) => <AnalyticalBatchDialog onClose={onClose} onAdded={onClose} />,
  prepare: () => server.answer(listDepts, { data: [unit] }),
  fill: () => {
    fill("Batch", "Q-2026-11");
    fill("Run time", "2026-11-20 09:15");
    fill("Instrument", "LC-MS 1");
    fill("Method", "M1");
    fill("Method version", "3");
  },
  submit: "Add batch",
  call: addAssayBatch,
  reply: { data: { id: 4 } },
  sent: {
    body: {
      batchNo: "Q-2026-11",
      instrument: "LC-MS 1",
      method: "M1",
      methodVersion: "3",
      note: "",
      // In the platform's zone, whatever the browser's is.
      runAt: Date.parse("2026-11-20T09:15:00+08:00"),
      criteria: {
        weighting: "1/x",
        r2: 0.99,
        residual: 20,
        residualEnds: 25,
        rpd: 20,
        recoveryLow: 70,
        recoveryHigh: 130,
        ionRatio: 30,
        retentionTime: 0.1,
      },
    },
  },
  missing: { label: "Batch", says: "Please enter Batch" },
  refused: { at: "methodVersion", label: "Method version" },
});
