import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { addDevice } from "@tracewater/contract/fleet/devices";
import { listDepts } from "@tracewater/contract/system/dept";
import { testDialogManners } from "../../../../../test/dialog-manners.tsx";
import { server } from "../../../../../test/fake-server.ts";
import { choose, fill } from "../../../../../test/hands.ts";
import { samplingPoint, unit } from "../../../../../test/records.ts";
import { waterSampler } from "../../../../device/families/water-sampler.ts";
import { AddDeviceDialog } from "./add-device.tsx";

testDialogManners({
  name: "add device",
  feature: "fleet/devices",
  part: (onClose) => <AddDeviceDialog familyConfig={waterSampler} onClose={onClose} onAdded={onClose} />,
  prepare: () => {
    server.answer(listDepts, { data: [unit] });
    server.answer(listSamplingPoints, { rows: [samplingPoint], total: 1 });
  },
  fill: async () => {
    fill("Device name", "WS-0500");
    fill("Nickname", "North inlet");
    await choose("Unit", "City laboratory");
    await choose("Sampling point", "North plant · P-001");
  },
  submit: "Add and show credentials",
  call: addDevice,
  reply: { data: { id: 1, productKey: "waterSample", deviceName: "WS-0500", deviceSecret: "s" } },
  sent: {
    params: { family: "waterSample" },
    body: { deviceName: "WS-0500", nickname: "North inlet", unitId: 2, pointId: 11, tags: [] },
  },
  missing: { label: "Device name", says: "Enter a device name." },
  refused: { at: "deviceName", label: "Device name" },
});
