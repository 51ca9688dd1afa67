import * as logIn from "@tracewater/contract/system/app-log-in";
import * as apps from "@tracewater/contract/system/app-users";
import type { Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

let phones = 0;
const nextPhone = () => {
  phones += 1;
  return `+86137${String(phones).padStart(8, "0")}`;
};

/** APP users are those of their unit; their own calls are theirs alone. */
export function appRules(stage: AccessStage): Record<string, Rule> {
  const fields = (unitId: number) => ({ nickName: stage.name(), phonenumber: nextPhone(), deptId: unitId });
  const add = async (unitId: number) => {
    const body = fields(unitId);
    const { data } = await stage.platform.call(apps.addAppUser, { body }, stage.admin);
    return { userId: data.userId, name: body.nickName };
  };
  const onOne = (input: (userId: number, unitId: number) => object): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input((await add(unitId)).userId, unitId) }),
  });
  const seen = (input: (name: string) => object): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { name } = await add(unitId);
      return { input: input(name), sees: name };
    },
  });
  const open = (body: object, succeeds: number): Rule => ({
    outside: "none",
    make: async () => ({ input: { body } }),
    succeeds,
  });
  return {
    [apps.listAppUsers.name]: seen((keyword) => ({ query: { keyword } })),
    [apps.exportAppUsers.name]: seen((keyword) => ({ query: { keyword } })),
    [apps.exportAppUsersByForm.name]: seen((keyword) => ({ body: { keyword } })),
    [apps.getAppUser.name]: onOne((id) => ({ params: { id } })),
    [apps.listAppActions.name]: onOne((id) => ({ params: { id } })),
    [apps.addAppUser.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: fields(unitId) } }),
    },
    [apps.changeAppUser.name]: onOne((userId, unitId) => ({ body: { userId, ...fields(unitId) } })),
    [apps.changeAppUserStatus.name]: onOne((userId) => ({ body: { userId, status: "1" } })),
    [apps.resetAppPassword.name]: onOne((userId) => ({ body: { userId } })),
    // Neither mail nor text messages are configured on the stage, and nobody has this number.
    [logIn.sendAppCode.name]: open({ phone: "13700000000" }, 500),
    [logIn.logInByCode.name]: open({ phone: "13700000000", code: "123456" }, 400),
    [logIn.logInByAppPassword.name]: open({ username: "nobody at all", password: "not theirs" }, 500),
    [logIn.reportPosition.name]: open({ latitude: 0, longitude: 0, at: 0 }, 403),
  };
}
