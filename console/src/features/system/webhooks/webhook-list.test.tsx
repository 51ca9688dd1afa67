import { screen } from "@testing-library/react";
import { listWebhooks } from "@tracewater/contract/system/webhooks";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { dialog, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import WebhookListPage from "./webhook-list.page.tsx";

test("a list without webhooks has the button that adds the first one", async () => {
  server.answer(listWebhooks, { rows: [], total: 0 });
  await openPart(<WebhookListPage />, { feature: "system/webhooks", at: "/webhooks" });
  await screen.findByRole("button", { name: "Add the first one" });
  press("Add the first one");
  expect(dialog()).toBeTruthy();
});
