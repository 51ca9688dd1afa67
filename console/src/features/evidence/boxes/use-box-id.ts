import { largestId } from "@tracewater/contract/envelope";
import { useParams } from "react-router";

/** The box of a device page's address; null where its number can be none. */
export function useBoxId(): number | null {
  const id = Number(useParams()["id"]);
  return Number.isInteger(id) && id > 0 && id <= largestId ? id : null;
}
