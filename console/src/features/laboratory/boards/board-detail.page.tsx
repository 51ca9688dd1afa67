import { LotView } from "./lot-view.tsx";

/** The detail of the lot that the page above is about. */
export default function BoardDetailPage() {
  return <LotView />;
}
