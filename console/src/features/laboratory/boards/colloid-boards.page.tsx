import { BoardList } from "./board-list.tsx";

/** Test boards with a colloidal-gold label. */
export default function ColloidBoardsPage() {
  return <BoardList label="colloidalGold" />;
}
