import { MapScreen } from "./wall/map-screen.tsx";

/** The map alone, for exploring. */
export default function SituationMapPage() {
  return <MapScreen />;
}
