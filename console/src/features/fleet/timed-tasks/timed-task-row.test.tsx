import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { removeTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { dialog, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { model, timedTask } from "../../../../test/records.ts";
import { TimedTaskRow } from "./timed-task-row.tsx";

test("a timed task is deleted from the menu of its row, and a refusal stays in the question", async () => {
  server.refuse(removeTimedTask, { msg: "the task is running" });
  await openPart(
    <ul>
      <TimedTaskRow
        {...{
          task: timedTask,
          model,
          family: "waterSample",
          serverZone: "Asia/Shanghai",
          onEdit: () => undefined,
        }}
      />
    </ul>,
    { feature: "fleet/devices" },
  );
  expect(screen.queryByRole("button", { name: "Delete Flush at night" })).toBeNull();
  press("More actions for Flush at night");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete Flush at night" }));
  press("Delete", dialog("Delete Flush at night?"));
  await within(dialog()).findByText("the task is running");
  server.answer(removeTimedTask, {});
  press("Delete", dialog());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.received(removeTimedTask).map(({ params }) => params)).toEqual([
    { family: "waterSample", id: 1 },
    { family: "waterSample", id: 1 },
  ]);
});
