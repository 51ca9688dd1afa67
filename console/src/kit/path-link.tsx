import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, use } from "react";
import { useNavigate } from "react-router";
import { useSteady } from "./use-steady.ts";

type Go = (path: string) => void;
const GoContext = createContext<Go | null>(null);

/** What the links below it do; appears once, inside the router. */
export function PathLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const go = useSteady((path: string) => {
    const { pathname, search, hash } = window.location;
    void navigate(path, { replace: path === `${pathname}${search}${hash}` });
  });
  return <GoContext value={go}>{children}</GoContext>;
}

/**
 * A link to a full path of the console, for places with many of them: the router's own link asks for the location and
 * is redrawn at each change of it, a menu and a list of twenty rows with all of theirs.
 */
export function PathLink({
  to,
  onClick,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">) {
  const follow = useFollow(to);
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!rest.target) follow(event);
      }}
    />
  );
}

/** What a click on a link does: a plain one goes there within the console. */
export function useFollow(to: string): (event: MouseEvent) => void {
  const go = use(GoContext);
  return (event) => {
    if (go === null || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    go(to);
  };
}

/** With a key held the browser opens a tab or a window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
