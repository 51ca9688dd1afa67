import { lazy, Suspense } from "react";
import { siteConfig } from "../../../kit/site-config.ts";
import { SituationWall } from "./wall/situation-wall.tsx";

const CustodyWall = lazy(async () => ({ default: (await import("./wall/custody-wall.tsx")).CustodyWall }));

/** The situation screen: loads and machines, or what is in custody where the product is that of evidence. */
export default function WallPage() {
  if (siteConfig.brand !== "evidence") return <SituationWall />;
  return (
    <Suspense fallback={null}>
      <CustodyWall />
    </Suspense>
  );
}
