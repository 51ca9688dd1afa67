import { screen, waitFor } from "@testing-library/react";
import { changeOwnPassword, getProfile } from "@tracewater/contract/system/profile";
import { expect, test } from "vitest";
import { server } from "../../../test/fake-server.ts";
import { button, dialog, faultAt, fill, press } from "../../../test/hands.ts";
import { openPart } from "../../../test/open-part.tsx";
import { FirstPassword } from "./first-password.tsx";

const open = async () => {
  server.fail(getProfile, 503);
  await openPart(<FirstPassword />, { feature: "system/profile" });
  await screen.findByText("Set your own password");
};

test("both ways out of the first log-in stand in one row, the primary one last", async () => {
  await open();
  const [save, logOut] = [button("Change password", dialog()), button("Log out", dialog())];
  expect(logOut.parentElement).toBe(save.parentElement);
  expect(logOut.nextElementSibling).toBe(save);
  expect(dialog().querySelector(".ant-modal-footer")).toBeNull();
});

test("the first log-in asks for the one-time password, and places the server's refusal at it", async () => {
  server.refuse(changeOwnPassword, { msg: "", errors: [{ field: "oldPassword", message: "is wrong" }] });
  await open();
  fill("One-time password", "temporary");
  fill("New password", "a long new password");
  fill(/again|repeat|confirm/i, "a long new password");
  press("Change password");
  await waitFor(() => expect(faultAt("One-time password")).toContain("is wrong"));
});
