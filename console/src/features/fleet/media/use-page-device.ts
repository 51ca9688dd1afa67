import { getDeviceOfAnyFamily } from "@tracewater/contract/fleet/devices";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";

/** The device of the address; the page around this tab has fetched it already. */
export function usePageDevice() {
  const id = Number(useParams()["id"]);
  const { data } = useApi(getDeviceOfAnyFamily, { params: { id } }, { staleMs: 60_000, silent: true });
  return data?.data ?? null;
}
