import { SituationWall } from "./wall/situation-wall.tsx";

/** The situation screen: map, loads by category, fleet, alarms and samplings. */
export default function WallPage() {
  return <SituationWall />;
}
