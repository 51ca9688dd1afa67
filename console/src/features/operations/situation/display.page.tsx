import { DisplayScreens } from "./display/display-screens.tsx";

/** A browser on a wall: unpaired it shows six digits, paired it shows its screens. */
export default function DisplayPage() {
  return <DisplayScreens />;
}
