import { emptyModel, renamedModel } from "@tracewater/contract/generator/model-defaults";
import * as generator from "@tracewater/contract/system/generated-modules";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** The generator knows tables and sources of the whole platform: it is the administrators' alone. */
export function generatorRules(stage: AccessStage): Record<string, Rule> {
  const whole = (make: () => Promise<CallInput>): Rule => ({
    outside: "none",
    wholeReach: true,
    make: async () => ({ input: await make() }),
  });
  let made = 0;
  const model = () => {
    made += 1;
    return renamedModel(emptyModel(), `AccessModel${made}`, `AccessModels${made}`);
  };
  const add = async () => {
    const body = { origin: "empty" as const, model: model() };
    return (await stage.platform.call(generator.addModel, { body }, stage.admin)).data.id;
  };
  return {
    [generator.listModels.name]: whole(async () => ({})),
    [generator.getModel.name]: whole(async () => ({ params: { id: await add() } })),
    [generator.addModel.name]: whole(async () => ({ body: { origin: "empty", model: model() } })),
    [generator.changeModel.name]: whole(async () => ({ body: { tableId: await add(), model: model() } })),
    [generator.removeModels.name]: whole(async () => ({ params: { ids: await add() } })),
    [generator.listModelSources.name]: whole(async () => ({})),
    [generator.startModel.name]: whole(async () => ({ query: { from: "table", table: "post" } })),
    [generator.readModelSheet.name]: whole(async () => ({ file: new Blob(["Name;Size\nA;1\nB;2\n"]) })),
    [generator.getRegistries.name]: whole(async () => ({})),
  };
}
