import { Navigate, useLocation } from "react-router";

/** `/redirect/{path}` replaces itself with the path behind it and never leaves this origin. */
export default function RedirectPage() {
  const { pathname, search, hash } = useLocation();
  const behind = pathname.replace(/^\/redirect\/*/i, "").replace(/^[/\\]+/, "");
  return <Navigate replace to={{ pathname: `/${behind}`, search, hash }} />;
}
