import { useMutation } from "@tanstack/react-query";
import { makeFileAddress } from "@tracewater/contract/fleet/media";
import type { ApiError } from "../../../../api/api-error.ts";
import { callApi } from "../../../../api/call-api.ts";

/** Asks for an address that is good for this one download, and lets the browser fetch it: clips are too large to hold. */
export function useDownload() {
  return useMutation<void, ApiError, number>({
    mutationFn: async (id) => {
      const { data } = await callApi(makeFileAddress, { params: { id } });
      const link = document.createElement("a");
      link.href = data.address;
      link.download = "";
      link.click();
    },
  });
}
