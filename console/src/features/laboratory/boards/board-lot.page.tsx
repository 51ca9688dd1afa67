import "../../../resource/record.css";
import "./boards.css";
import { useOutlet } from "react-router";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { LotView } from "./lot-view.tsx";

/** One lot of boards; without a number the newest of its label. */
export default function BoardLotPage() {
  const outlet = useOutlet();
  return (
    <PermittedPage to="laboratory:boardLot:query">
      <PageFrame>{outlet ?? <LotView />}</PageFrame>
    </PermittedPage>
  );
}
