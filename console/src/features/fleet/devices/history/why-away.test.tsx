import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { type ConnectDiagnosis, getConnectDiagnosis } from "@tracewater/contract/fleet/device-lifecycle";
import { resetDeviceSecret } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import { server } from "../../../../../test/fake-server.ts";
import { openPart } from "../../../../../test/open-part.tsx";
import { device } from "../../../../../test/records.ts";
import { waterSampler } from "../../../../device/families/water-sampler.ts";
import { WhyAway } from "./why-away.tsx";

async function open(diagnosis: ConnectDiagnosis, permissions = ["*:*:*"]) {
  server.answer(getConnectDiagnosis, { data: { diagnosis, attempts: [] } });
  await openPart(<WhyAway open={{ device, familyConfig: waterSampler }} />, {
    feature: "fleet/devices",
    permissions,
  });
}

test("a device with a wrong secret gets a new one where the reason is, and the new one is shown", async () => {
  server.answer(resetDeviceSecret, {
    data: {
      id: device.id,
      productKey: "waterSample",
      deviceName: device.deviceName,
      deviceSecret: "s3cr3t-of-tests",
    },
  });
  await open("wrongSecret");
  fireEvent.click(await screen.findByRole("button", { name: "Reset secret" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Reset secret" }));
  expect(await screen.findByText("s3cr3t-of-tests")).not.toBeNull();
});

test("no secret is offered where it mends nothing, or to those who may not reset it", async () => {
  await open("notBackYet");
  await screen.findByText(/restart the device/);
  expect(screen.queryByRole("button", { name: "Reset secret" })).toBeNull();
  cleanup();
  await open("wrongSecret", ["device:sampler:query"]);
  await screen.findByText(/does not match its secret/);
  expect(screen.queryByRole("button", { name: "Reset secret" })).toBeNull();
});
