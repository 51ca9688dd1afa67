import { parseArgs } from "node:util";
import { inLanguage } from "@tracewater/contract/both-languages";
import { deviceName } from "@tracewater/contract/fleet/devices";
import { familyKey } from "@tracewater/contract/fleet/families";
import { withCore } from "../app/with-core.ts";
import { AppError } from "../platform/app-error.ts";
import { systemScope } from "../platform/scope.ts";
import { type CommandContext, CommandError } from "./command-error.ts";

const wanted = "device add --product waterSample --name NAME [--unit NAME] [--nickname TEXT]";

/** `device add`: makes a device and prints its credentials as JSON, alongside a running platform or without one. */
export async function addDeviceCommand({ env, log, args }: CommandContext): Promise<number> {
  const given = readArguments(args);
  const credentials = await withCore({ env, log }, async ({ orgUnits, devices }) => {
    const unitId = await orgUnits.ensureUnit(given.unit);
    try {
      const { id: _, ...rest } = await devices.add(systemScope, given.product, {
        deviceName: given.name,
        nickname: given.nickname,
        unitId,
        pointId: null,
        tags: [],
      });
      return rest;
    } catch (error) {
      if (error instanceof AppError) throw new CommandError(error.message);
      throw error;
    }
  });
  process.stdout.write(`${JSON.stringify(credentials)}\n`);
  return 0;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  if (positionals[0] !== "add" || values.product === undefined || values.name === undefined) {
    throw new CommandError(`usage: ${wanted}`);
  }
  const product = familyKey.safeParse(values.product);
  if (!product.success)
    throw new CommandError(`--product ${values.product} must be one of ${familyKey.options.join(", ")}`);
  const name = deviceName.safeParse(values.name);
  if (!name.success) {
    const message = inLanguage(name.error.issues[0]?.message ?? "is not valid", "en");
    throw new CommandError(`--name ${values.name} ${message}`);
  }
  return {
    product: product.data,
    name: name.data,
    unit: values.unit ?? "Default unit",
    nickname: values.nickname ?? "",
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { product: text, name: text, unit: text, nickname: text },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}; usage: ${wanted}`);
  }
}
