import { screen, waitFor } from "@testing-library/react";
import { listPlans } from "@tracewater/contract/laboratory/plans";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../../test/fake-server.ts";
import { press } from "../../../test/hands.ts";
import { openPart } from "../../../test/open-part.tsx";
import { callApi } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";
import { readToasts } from "../../kit/toasts.ts";

/** A page that fetches something, and fetches it again on request. */
function Part() {
  const found = useApi(listPlans, {});
  return (
    <button type="button" onClick={() => void found.refetch()}>
      Refresh {found.data?.total}
    </button>
  );
}

beforeEach(() => server.answer(listPlans, { rows: [], total: 4711 }));

const cases: [status: number, body: object, words: string, headers?: Record<string, string>][] = [
  [200, { code: 500, msg: "the reason of the server" }, "the reason of the server"],
  [200, { code: 403, msg: "" }, "no permission for this operation"],
  [200, { code: 404, msg: "" }, "resource does not exist"],
  [200, { code: 409, msg: "P-001: taken. Try another." }, "P-001: taken. Try another."],
  [200, { code: 418, msg: "" }, "unknown system error, please report to the administrator"],
  [200, { code: 601, msg: "mind the gap" }, "mind the gap"],
  [413, {}, "The content is too large. Reduce its size and try again."],
  [429, {}, "Too many requests. Try again in 7 s.", { "retry-after": "7" }],
  [500, {}, "system interface 500 abnormal"],
];

test.each(cases)(
  "codes and statuses have the catalogue's words, never two of the same at once",
  async (status, body, words, headers) => {
    await openPart(<Part />);
    await screen.findByText("Refresh 4711");
    server.fail(listPlans, status, body, headers);
    press(/^Refresh/);
    await screen.findByText(words);
    press(/^Refresh/);
    await waitFor(() => expect(server.received(listPlans)).toHaveLength(3));
    await expect(callApi(listPlans, {})).rejects.toMatchObject({ httpStatus: status });
    expect(readToasts()).toHaveLength(1);
  },
);

test("many calls that meet an expired session open one dialog, and who stays is not asked again by what a page fetches", async () => {
  await openPart(<Part />);
  await screen.findByText("Refresh 4711");
  server.refuse(listPlans, { code: 401, msg: "over" });
  for (let time = 0; time < 3; time++) press(/^Refresh/);
  await Promise.allSettled([callApi(listPlans, {}), callApi(listPlans, {})]);
  await screen.findByText("Login status has expired, you may stay on this page or log in again");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await callApi(listPlans, {}).catch(() => undefined);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a broken connection and an invalid answer are distinguished, and an answer without a code is a success", async () => {
  await openPart(<Part />);
  await screen.findByText("Refresh 4711");
  server.drop(listPlans);
  press(/^Refresh/);
  await screen.findByText("backend interface connection abnormal");
  server.fail(listPlans, 200, { code: 200, msg: "", rows: "none" });
  press(/^Refresh/);
  await screen.findByText(/^The server sent a response that this console cannot read/);
  server.fail(listPlans, 200, { rows: [], total: 12 });
  press(/^Refresh/);
  await screen.findByText("Refresh 12");
});
