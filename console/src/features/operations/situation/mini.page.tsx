import { MiniScreen } from "./mini/mini-screen.tsx";

/** One number, one trend, one map, one alarm bar. */
export default function SituationMiniPage() {
  return <MiniScreen />;
}
