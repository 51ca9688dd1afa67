import "./assays.css";
import { useSearchParams } from "react-router";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { SampleView } from "./sample-view.tsx";

/** One result among all that was found in its sample. */
export default function AssayDetailPage() {
  const [search] = useSearchParams();
  return (
    <PermittedPage to="laboratory:assay:query">
      <PageFrame>
        <SampleView assayId={Number(search.get("id"))} />
      </PageFrame>
    </PermittedPage>
  );
}
