import type { ReactNode } from "react";
import { hasPermission, useSession } from "./session.ts";

/** Draws its children only for users who hold one of the permissions (or all of them, by the wildcard). */
export function Allowed(props: {
  to: string | readonly string[];
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  const wanted = typeof props.to === "string" ? [props.to] : props.to;
  if (wanted.length === 0) throw new Error("the permission label must be set"); // spec 5
  const session = useSession();
  return wanted.some((permission) => hasPermission(permission, session)) ? props.children : props.otherwise;
}
