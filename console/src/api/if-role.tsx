import type { ReactNode } from "react";
import { useSession } from "./session.ts";

/** Draws its children only for the role admin and the roles that are listed. What a user may do is asked of `Allowed`. */
export function IfRole(props: { is: readonly string[]; children: ReactNode }) {
  if (props.is.length === 0) throw new Error("the role label must be set"); // spec 5
  const session = useSession();
  const roles = session?.roles ?? [];
  return roles.some((role) => role === "admin" || props.is.includes(role)) ? props.children : null;
}
