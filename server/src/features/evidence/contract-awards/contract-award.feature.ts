import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { ContractAwardService } from "./contract-award.service.ts";

export function serveContractAwards(serve: Serve, service: ContractAwardService, parts: ResourceParts): void {
  serveResource(serve, contractAwards, service, parts);
}
