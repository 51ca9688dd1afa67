import type { AnyCall } from "@tracewater/contract/call";
import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { bottles } from "@tracewater/contract/field/bottles";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import { configs } from "@tracewater/contract/system/config";
import { dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { units } from "@tracewater/contract/system/units";
import { users } from "@tracewater/contract/system/users";
import { plainResources } from "../resources/plain-resources.ts";
import { addressOf, type Session } from "../test-http.ts";
import type { Made, Outside, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { alarmRuleBody } from "./alarm-rules.ts";
import { boardLotBody } from "./board-rules.ts";
import { awardBody, undertakingBody } from "./box-rules.ts";

type Calls = Record<
  | "list"
  | "get"
  | "add"
  | "change"
  | "remove"
  | "export"
  | "exportByForm"
  | "import"
  | "getImport"
  | "cancelImport"
  | "importTemplate",
  AnyCall
>;

type Resource = {
  calls: Calls;
  key: string;
  /** Of units, or of the whole platform. */
  ofUnits: boolean;
  /** Only who reaches all units may write it. */
  wholeReach?: boolean;
  /** A new one of this unit, known by its name. */
  body: (unitId: number, name: string) => Record<string, unknown>;
};

const boardResources: readonly Resource[] = [
  {
    ...{ calls: boardLots.calls, key: "lotId", ofUnits: false, wholeReach: true },
    body: (_unitId, name) => boardLotBody(name, "AAA-TYPE"),
  },
];

/** The calls of everything that is declared as a resource. */
export function resourceRules(stage: AccessStage): Record<string, Rule> {
  const resources: Resource[] = [
    {
      calls: samplingPoints.calls,
      key: "pointId",
      ofUnits: true,
      body: (unitId, name) => ({ code: name, name, kind: "other", unitId }),
    },
    { calls: alarmRules.calls, key: "ruleId", ofUnits: true, body: alarmRuleBody },
    {
      calls: bottles.calls,
      key: "bottleId",
      ofUnits: true,
      body: (unitId, name) => ({ bodyCode: name, unitId }),
    },
    {
      calls: users.calls,
      key: "userId",
      ofUnits: true,
      body: (deptId, name) => ({ userName: name, nickName: name, deptId, roleIds: [], postIds: [] }),
    },
    ...plainResources.map(({ resource: { calls, key, unit }, example }) => ({
      // What belongs to no unit is shared by all.
      ...{ calls, key, ofUnits: unit !== null, wholeReach: unit === null, body: example },
    })),
    ...boardResources,
    { calls: undertakings.calls, key: "undertakingId", ofUnits: true, body: undertakingBody },
    { calls: contractAwards.calls, key: "awardId", ofUnits: true, body: awardBody },
    {
      calls: dictTypes.calls,
      key: "dictId",
      ofUnits: false,
      body: (_unitId, name) => ({ dictType: name, dictName: name }),
    },
    {
      calls: dictData.calls,
      key: "dictCode",
      ofUnits: false,
      body: (_unitId, name) => ({ dictType: "sys_normal_disable", dictValue: name, dictLabel: name }),
    },
    {
      calls: configs.calls,
      key: "configId",
      ofUnits: false,
      body: (_unitId, name) => ({ configName: name, configKey: name, configValue: "1" }),
    },
  ];
  return Object.assign({}, ...resources.map((resource) => rulesOf(stage, resource)), unitRules(stage));
}

function rulesOf(stage: AccessStage, resource: Resource): Record<string, Rule> {
  const { calls, key, body } = resource;
  const outside = (kind: Outside): Outside => (resource.ofUnits ? kind : "none");
  const write = resource.wholeReach ? { wholeReach: true } : {};
  const create = async (unitId: number) => {
    const name = stage.name();
    const given = body(unitId, name);
    const { code, text } = await stage.ask(calls.add, { body: given }, stage.admin);
    if (code !== 200) throw new Error(`${calls.add.name}: ${text}`);
    const added: { data: { id: number } } = JSON.parse(text);
    return { id: added.data.id, name, given };
  };
  return {
    [calls.list.name]: {
      outside: outside("notSeen"),
      make: async (unitId) => {
        const { name } = await create(unitId);
        return { input: { query: { keyword: name } }, sees: name };
      },
    },
    [calls.get.name]: {
      outside: outside("notFound"),
      make: async (unitId) => ({ input: { params: { id: (await create(unitId)).id } } }),
    },
    [calls.add.name]: {
      ...write,
      outside: outside("field"),
      make: async (unitId) => ({ input: { body: body(unitId, stage.name()) } }),
    },
    [calls.change.name]: {
      ...write,
      outside: outside("notFound"),
      make: async (unitId) => {
        const { id, given } = await create(unitId);
        return { input: { body: { ...given, [key]: id } } };
      },
    },
    [calls.remove.name]: {
      ...write,
      outside: outside("notFound"),
      make: async (unitId) => ({ input: { params: { ids: (await create(unitId)).id } } }),
    },
    [calls.export.name]: {
      outside: outside("notSeen"),
      make: async (unitId) => {
        const { name } = await create(unitId);
        return { input: { query: { keyword: name } }, sees: name };
      },
    },
    [calls.exportByForm.name]: {
      outside: outside("notSeen"),
      make: async (unitId) => {
        const { name } = await create(unitId);
        return { input: { body: { keyword: name } }, sees: name };
      },
    },
    ...fileRules(stage, calls),
  };
}

/** What an import does to whose rows is a matter of its rows, tested with each resource; here: who may begin and see one. */
export function fileRules(
  stage: AccessStage,
  calls: Pick<Calls, "import" | "getImport" | "cancelImport" | "importTemplate">,
  params: Record<string, string> = {},
): Record<string, Rule> {
  const template = async (): Promise<Blob> => {
    const answer = await fetch(
      `${stage.platform.url}/prod-api${addressOf(calls.importTemplate, { params })}`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${stage.admin.token}`,
          "content-type": "application/x-www-form-urlencoded",
        },
      },
    );
    return answer.blob();
  };
  const begin = async (as: Session): Promise<Made> => {
    const { text } = await stage.ask(calls.import, { params, file: await template() }, as);
    const begun: { data?: { importId: string } } = JSON.parse(text);
    if (begun.data === undefined) throw new Error(`${calls.import.name}: ${text}`);
    return { input: { params: { ...params, id: begun.data.importId } }, owner: as };
  };
  const one: Rule = {
    outside: "notFound",
    personal: { by: permissionOf(calls.import) },
    make: async (_unitId, side, actor) => {
      const own = stage.sessionOf(actor);
      if (side === "other" || own === null) return begin(stage.others);
      // Who may not begin one meets another's, and is refused before anybody looks for it.
      return begin(own).catch(() => begin(stage.others));
    },
  };
  return {
    [calls.import.name]: {
      outside: "none",
      make: async () => ({ input: { params, file: await template() } }),
    },
    [calls.getImport.name]: one,
    [calls.cancelImport.name]: one,
    [calls.importTemplate.name]: { outside: "none", make: async () => ({ input: { params } }) },
  };
}

/** Enterprise units are themselves what others belong to: each cell has one of its own only where it is removed. */
function unitRules(stage: AccessStage): Record<string, Rule> {
  const rules = rulesOf(stage, {
    calls: units.calls,
    key: "deptId",
    ofUnits: true,
    wholeReach: true,
    body: (_unitId, name) => ({ name }),
  });
  const nameOf = (unitId: number) => (unitId === stage.unitIds.own ? "Access A" : "Access B");
  const listed = async (unitId: number) => ({
    input: { query: { keyword: nameOf(unitId) } },
    sees: nameOf(unitId),
  });
  return {
    ...rules,
    [units.calls.list.name]: { outside: "notSeen", make: listed },
    [units.calls.export.name]: { outside: "notSeen", make: listed },
    [units.calls.exportByForm.name]: {
      outside: "notSeen",
      make: async (unitId) => ({ input: { body: { keyword: nameOf(unitId) } }, sees: nameOf(unitId) }),
    },
    [units.calls.get.name]: { outside: "notFound", make: async (id) => ({ input: { params: { id } } }) },
    [units.calls.change.name]: {
      outside: "notFound",
      make: async (deptId) => ({ input: { body: { deptId, name: nameOf(deptId) } } }),
    },
    // A unit made for the cell is nobody's own.
    [units.calls.remove.name]: {
      outside: "notFound",
      foreign: true,
      make: async () => ({
        input: { params: { ids: await stage.platform.addUnit(stage.name()) } },
      }),
    },
  };
}

function permissionOf({ access }: AnyCall): string | null {
  return access.kind === "permission" ? access.permission : null;
}
