import { fireEvent, screen, waitFor } from "@testing-library/react";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import { listDepts } from "@tracewater/contract/system/dept";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

const megabyte = 1024 * 1024;
function pictureOf(bytes: number): File {
  const file = new File([new Uint8Array(8)], "board.png", { type: "image/png" });
  Object.defineProperty(file, "size", { value: bytes });
  return file;
}

test("a picture of more than 20 MB is named as too large when it is chosen, before it is sent", async () => {
  server.answer(boardLots.calls.list, { rows: [], total: 0 });
  server.answer(listDepts, { data: [] });
  await openPart(<UploadDialog onClose={() => undefined} />, { feature: "laboratory/boards" });
  const input = await screen.findByLabelText(/Picture of the board/);
  fireEvent.change(input, { target: { files: [pictureOf(20 * megabyte + 1)] } });
  await screen.findByText("The picture is larger than 20 MB.");
  fireEvent.change(input, { target: { files: [pictureOf(20 * megabyte)] } });
  await waitFor(() => expect(screen.queryByText("The picture is larger than 20 MB.")).toBeNull());
});
