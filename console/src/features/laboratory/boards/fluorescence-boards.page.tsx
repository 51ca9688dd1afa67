import { BoardList } from "./board-list.tsx";

/** Test boards with a fluorescent label. */
export default function FluorescenceBoardsPage() {
  return <BoardList label="fluorescence" />;
}
