import { logOut } from "../../api/session.ts";

/** Spec 4: logged out to /index, which leads to the log-in. */
export async function logOutToIndex(): Promise<void> {
  await logOut();
  location.href = "/index";
}
