import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { addApiKey } from "@tracewater/contract/system/api-keys";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";

const personal = declaredCalls.filter((call) => call.personOnly);
const input = { params: { family: "waterSample", id: "1" } };

/** What a person answers for; a call that joins or leaves this list does so on purpose. */
const expected = [
  ...[
    "addFactorVersion",
    "addLimitVersion",
    "approvePlan",
    "closePlan",
    "confirmBoardTest",
    "handOverDelivery",
    "liftReadingHold",
    "overrideBoardLockout",
  ],
  ...["applyDetection", "decideDetection", "releaseDetectionHold"],
  ...["approveAccountRequest", "refuseAccountRequest"],
  ...[
    "addInventory",
    "addItemPhoto",
    "approveItemDestruction",
    "refuseItemDestruction",
    "confirmEntrustment",
    "decideEntrustment",
    "recordItemEvent",
    "recuseFromEntrustment",
    "stepEntrustment",
  ],
  ...["moveSampling", "receiveDelivery", "releaseHold", "removeControlResults", "reviewAssays"],
  "confirmAssays",
  ...["sealSamplings", "setControlLimits", "voidSampling"],
  ...["removeMarkerResult", "setPopulationSetting", "usePopulationEstimate"],
  ...["removeProficiencyResult", "setMethodUncertainty"],
  "pairDisplay",
  "confirmCommand",
  ...["acceptWorkOrder", "arriveAtWorkOrder", "tickWorkOrderStep", "finishWorkOrder"],
  ...["verifyWorkOrder", "returnWorkOrder"],
];

onPlatform("A call that a person answers for", (platform) => {
  let key: Session = { token: "" };
  let admin: Session = { token: "" };

  beforeAll(async () => {
    admin = await platform.admin();
    const permissions = [...new Set(personal.flatMap(permissionOf))];
    const { data } = await platform.call(
      addApiKey,
      { body: { name: "All of them", days: 1, permissions } },
      admin,
    );
    key = { token: data.key };
  });

  test("is declared so where a rule takes two persons, and where samples and quality are decided on", () => {
    expect(personal.map((call) => call.name).sort()).toEqual(expected.sort());
  });

  test.each(personal.map((call) => [call.name, call] as const))(
    "%s is refused to an API key that holds its permission, before the input is looked at",
    async (_name, call) => {
      const said = async (language: string) =>
        platform.refusal(call, input, key, { "accept-language": language });
      expect(await said("en")).toMatchObject({
        ...{ code: 403, msg: "This step needs a person who is logged in: an API key cannot do it." },
      });
      expect(await said("zh-CN")).toMatchObject({
        ...{ code: 403, msg: "该操作须由本人登录后完成，不能使用 API 密钥。" },
      });
      expect((await platform.refusal(call, input, admin)).code).not.toBe(403);
    },
  );
});

function permissionOf({ access }: AnyCall): string[] {
  return access.kind === "permission" ? [access.permission.replace("{family}", "sampler")] : [];
}
