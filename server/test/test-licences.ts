import { listDevices } from "@tracewater/contract/fleet/devices";
import { addDept } from "@tracewater/contract/system/dept";
import { issueLicence, listLicences } from "@tracewater/contract/system/licences";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

const params = { family: "waterSample" } as const;

/** What the tests of authorizations do over and over. */
export function licenceSteps(platform: TestPlatform) {
  let units = 0;
  const terms = { validFrom: "2031-03-01", validUntil: "2031-12-31" };

  /** A unit as an administrator makes it, authorized for these days. */
  async function makeUnit(authorization: object | undefined = undefined): Promise<number> {
    units += 1;
    const body = { parentId: 0, deptName: `Unit ${units}`, authorization };
    return (await platform.call(addDept, { body } as never, await platform.admin())).data.id;
  }
  async function makeMember(unitId: number): Promise<Session & { id: number }> {
    return platform.addUser({ unitId, roles: ["engineer"] });
  }
  const over = { validFrom: "2031-01-01", validUntil: "2031-02-28" };
  const issue = async (unitId: number, more: object = {}) =>
    (await platform.call(issueLicence, { body: { unitId, ...terms, ...more } }, await platform.admin())).data;
  const enter = (authorizationCode: string) => ({ body: { authorizationCode } });
  const list = async (as: Session) => (await platform.ask(listDevices, { params }, as)).status;
  const history = async (unitId: number) =>
    (await platform.call(listLicences, { query: { unitId } }, await platform.admin())).rows;
  return { terms, over, makeUnit, makeMember, issue, enter, list, history };
}
