import "./assays.css";
import { useSearchParams } from "react-router";
import { GoToList } from "../../../kit/go-to-list.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { SampleView } from "./sample-view.tsx";

/** One result among all that was found in its sample. */
export default function AssayDetailPage() {
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  return (
    <PermittedPage to="laboratory:assay:query">
      <PageFrame>
        {id === "" ? <GoToList to="/waterAssay/assay" /> : <SampleView assayId={Number(id)} />}
      </PageFrame>
    </PermittedPage>
  );
}
