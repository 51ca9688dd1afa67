import { kebab } from "./names.ts";
import { printPage, printReadme, printTexts } from "./print-console.ts";
import { printContract, printLabels } from "./print-contract.ts";
import { printFeature, printMenu, printService, printStore } from "./print-server.ts";
import { migrationFile, printMigration, printTableType } from "./print-tables.ts";
import { printExample, printTest } from "./print-tests.ts";
import type { ResourceModel } from "./resource-model.ts";

export type GeneratedFile = { path: string; text: string };

/** All new files of a resource, the way people write them by hand (docs/how-to/add-a-resource.md). */
export function generateFiles(model: ResourceModel): GeneratedFile[] {
  const [one, many] = [kebab(model.one), kebab(model.many)];
  const feature = `server/src/features/${model.area}/${many}/${one}`;
  const page = `console/src/features/${model.area}/${many}`;
  return [
    { path: `contract/src/${model.area}/${many}.ts`, text: printContract(model) },
    { path: `contract/src/${model.area}/${one}-labels.ts`, text: printLabels(model) },
    { path: `server/migrations/${migrationFile(model)}.ts`, text: printMigration(model) },
    { path: `server/src/platform/store/${one}-tables.ts`, text: printTableType(model) },
    { path: `${feature}.store.ts`, text: printStore(model) },
    { path: `${feature}.service.ts`, text: printService(model) },
    { path: `${feature}.feature.ts`, text: printFeature(model) },
    { path: `${feature}.test.ts`, text: printTest(model) },
    { path: `server/test/resources/${one}.ts`, text: printExample(model) },
    { path: `server/src/features/system/menu/${one}-menu.data.ts`, text: printMenu(model) },
    { path: `${page}/${one}-list.page.tsx`, text: printPage(model) },
    { path: `${page}/locales/en.json`, text: printTexts(model, "en") },
    { path: `${page}/locales/zh.json`, text: printTexts(model, "zh") },
    { path: `${many}-README.md`, text: printReadme(model) },
  ];
}
