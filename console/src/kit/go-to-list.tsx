import { Navigate, useLocation } from "react-router";

/** Leads from the address of a record that names none to the list of such records, which takes its tab. */
export function GoToList({ to }: { to: string }) {
  const { pathname, search } = useLocation();
  return <Navigate to={to} replace state={{ forwardedFrom: `${pathname}${search}` }} />;
}
