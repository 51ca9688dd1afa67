import { fireEvent, screen, waitFor } from "@testing-library/react";
import { receiveDelivery } from "@tracewater/contract/laboratory/sample-deliveries";
import { expect, test, vi } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { field, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";

const sample = { samplingId: 7, sampleNo: "S-261127-0001", bodyCode: "B0409-C12", sealNo: "SL2-00037" };
const delivery = { deliveryId: 3, deliveryNo: "DL-261127-0002", samples: [{ ...sample, capCode: null }] };

test("a receipt that is refused names the bottle and no field, until a bottle is scanned", async () => {
  server.refuse(receiveDelivery, {
    code: 400,
    msg: "samples: not checked yet: B0409-C12",
    errors: [{ field: "samples", message: "not checked yet: B0409-C12" }],
  });
  await openPart(<ReceiveDialog delivery={delivery as never} onClose={vi.fn()} />, {
    feature: "laboratory/deliveries",
  });
  press("Accept");
  expect((await screen.findByRole("alert")).textContent).toBe("Not checked yet: B0409-C12");
  fill("Scan each bottle", "B0409-C12");
  fireEvent.keyDown(field("Scan each bottle"), { key: "Enter", code: "Enter" });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
