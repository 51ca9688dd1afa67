import { waitFor } from "@testing-library/react";
import { addWebhook } from "@tracewater/contract/system/webhooks";
import { expect, test, vi } from "vitest";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { dialog, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { WebhookForm } from "./webhook-form.tsx";

const fillIn = () => {
  fill("Name", "Control room");
  fill("URL", "https://control.example/hook");
};

testDialogManners({
  name: "webhook form",
  feature: "system/webhooks",
  part: (onClose) => <WebhookForm webhook={null} onSecret={onClose} onClose={onClose} />,
  fill: fillIn,
  submit: "Save",
  call: addWebhook,
  reply: { data: { webhookId: 1, secret: "whsec_1" } },
  sent: {
    body: {
      name: "Control room",
      url: "https://control.example/hook",
      topics: ["alarm"],
      minSeverity: "info",
      status: "0",
    },
  },
  missing: { label: "Name", says: "Please enter Name" },
  refused: { at: "url", label: "URL" },
});

test("webhook form: the secret of a new webhook is handed on, to be shown once", async () => {
  const onSecret = vi.fn();
  server.answer(addWebhook, { data: { webhookId: 1, secret: "whsec_1" } });
  await openPart(<WebhookForm webhook={null} onSecret={onSecret} onClose={vi.fn()} />, {
    feature: "system/webhooks",
  });
  fillIn();
  press("Save", dialog());
  await waitFor(() => expect(onSecret).toHaveBeenCalledExactlyOnceWith("whsec_1"));
});
