import { useState } from "react";
import { useLocation } from "react-router";
import { useIsNarrow } from "../../kit/phone.ts";

/** Spec 4: remembered in the cookie `sidebarStatus`, 1 open, 0 closed. */
const cookieName = "sidebarStatus";

export type SidebarState = {
  opened: boolean;
  /** Below 992 px: a drawer over the page, which closes by itself. */
  narrow: boolean;
  /** Spec 3: it was closed by the window, not by the user, so nothing moves. */
  withoutAnimation: boolean;
  toggle: () => void;
  close: () => void;
};

export function useSidebar(): SidebarState {
  const narrow = useIsNarrow();
  const { pathname } = useLocation();
  const [wide, setWide] = useState(readCookie);
  const [moved, setMoved] = useState(false);
  // The drawer belongs to the page on which it was opened.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const drawerOpen = drawerAt === pathname;
  return {
    opened: narrow ? drawerOpen : wide,
    narrow,
    withoutAnimation: !moved,
    toggle: () => {
      if (narrow) return setDrawerAt(drawerOpen ? null : pathname);
      writeCookie(!wide);
      setMoved(true);
      setWide(!wide);
    },
    close: () => setDrawerAt(null),
  };
}

function readCookie(): boolean {
  return !document.cookie.split("; ").includes(`${cookieName}=0`);
}

function writeCookie(opened: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${cookieName}=${opened ? 1 : 0}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
