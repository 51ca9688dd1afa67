import * as boardTests from "@tracewater/contract/laboratory/board-tests";
import * as boards from "@tracewater/contract/laboratory/boards";
import { exampleBoardType } from "../resources/board-type.ts";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { controlRules, lotFileRules } from "./board-control-rules.ts";

export function boardLotBody(lotNo: string, typeCode: string) {
  return { lotNo, typeCode, label: "colloidalGold", expiresOn: "2099-12" };
}

/** Tests of boards belong to units; their types and lots to none. */
export async function boardRules(stage: AccessStage): Promise<Record<string, Rule>> {
  const { db } = stage.platform;
  await stage.ask(boards.boardTypes.calls.add, { body: exampleBoardType(0, "AAA-TYPE") }, stage.admin);
  async function addTest(unitId: number) {
    const lotNo = stage.name();
    const test = {
      unitId,
      source: "upload",
      measuredAt: new Date("2026-01-05T00:00:00Z"),
      lotNo,
      outcome: "negative",
    };
    const { id } = await db.insertInto("boardTest").values(test).returning("id").executeTakeFirstOrThrow();
    return { id, lotNo };
  }
  async function addLot(): Promise<number> {
    const body = boardLotBody(stage.name(), "AAA-TYPE");
    const { text } = await stage.ask(boards.boardLots.calls.add, { body }, stage.admin);
    const added: { data: { id: number } } = JSON.parse(text);
    return added.data.id;
  }
  const ofTest = (input: (id: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input((await addTest(unitId)).id) }),
  });
  const listed = (place: "query" | "body"): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { lotNo } = await addTest(unitId);
      return { input: { [place]: { keyword: lotNo } }, sees: lotNo };
    },
  });
  const standards = [0, 1, 5, 15, 40, 120, 400].map((x) => ({ x, y: 0.04 + 1.26 / (1 + (x / 40) ** 1.1) }));
  const curve = (): Rule => ({
    outside: "none",
    make: async () => ({ input: { params: { id: await addLot() }, body: { standards } } }),
  });
  return {
    ...controlRules(stage),
    ...lotFileRules(stage, addLot),
    [boards.getBoardLotUse.name]: {
      outside: "none",
      make: async () => ({ input: { params: { id: await addLot() } } }),
    },
    [boards.previewBoardCurve.name]: curve(),
    [boards.storeBoardCurve.name]: { ...curve(), wholeReach: true },
    [boardTests.listBoardTests.name]: listed("query"),
    [boardTests.exportBoardTests.name]: listed("query"),
    [boardTests.exportBoardTestsByForm.name]: listed("body"),
    [boardTests.getBoardTest.name]: ofTest((id) => ({ params: { id } })),
    [boardTests.confirmBoardTest.name]: ofTest((testId) => ({ body: { testId, assayId: null } })),
    // Without a picture of their own these end after the test was found: see `fits`.
    [boardTests.getBoardTestPicture.name]: { ...ofTest((id) => ({ params: { id } })), succeeds: 404 },
    [boardTests.readBoardTest.name]: { ...ofTest((id) => ({ params: { id }, body: {} })), succeeds: 400 },
    [boardTests.uploadBoardTest.name]: {
      outside: "none",
      succeeds: 400,
      make: async () => ({ input: { query: { lotNo: "none" }, file: new Blob(["no picture"]) } }),
    },
  };
}
