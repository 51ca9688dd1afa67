import { createContext, useContext } from "react";

/** What the shell reports a page about the route it is on. */
export type ChildRoute = { name: string; title: string; path: string };
export type RouteMetadata = {
  name: string;
  title: string;
  /** The node's `query`, parsed. */
  query: Readonly<Record<string, unknown>>;
  /** The address that an inner link shows; empty on every other page. */
  link: string;
  /** Child routes that are shown as tabs, in the server's order; `path` is relative to the page. */
  children: readonly ChildRoute[];
};

const nowhere: RouteMetadata = { name: "", title: "", query: {}, link: "", children: [] };

const RouteMetadataContext = createContext<RouteMetadata>(nowhere);

export const RouteMetadataProvider = RouteMetadataContext.Provider;

/** The query that the server gave this route, such as `{"family":"waterSample"}`. */
export function useRouteQuery(): Readonly<Record<string, unknown>> {
  return useContext(RouteMetadataContext).query;
}

/** The route's title in the user's language. */
export function useRouteTitle(): string {
  return useContext(RouteMetadataContext).title;
}

/** The address that this page was made for, where it is an inner link. */
export function useRouteLink(): string {
  return useContext(RouteMetadataContext).link;
}

/** The child routes that this page shows as tabs; it draws the chosen one through `<Outlet/>`. */
export function useChildRoutes(): readonly ChildRoute[] {
  return useContext(RouteMetadataContext).children;
}
