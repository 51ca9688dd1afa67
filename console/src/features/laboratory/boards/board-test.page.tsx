import "../../../resource/record.css";
import "./boards.css";
import { useParams } from "react-router";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { RecordView } from "./record-view.tsx";

/** One record with its picture; the name in the address is that of its device. */
export default function BoardTestPage() {
  const { tableId } = useParams();
  return (
    <PermittedPage to="laboratory:boardTest:query">
      <PageFrame>
        <RecordView key={tableId} id={Number(tableId)} />
      </PageFrame>
    </PermittedPage>
  );
}
