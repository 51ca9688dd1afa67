/**
 * Functions that stand in more than one file, with their places. The list only shrinks: an entry that has one home is taken
 * off, and nothing new is added.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const knownDuplicates = {
  "displayCookieOf 2abbd7a8": [
    "server/src/features/system/displays/display.feature.ts",
    "server/src/features/system/qr-log-in/qr-log-in.feature.ts",
    "server/src/features/system/session/session.routes.ts",
  ],
  "toColumns fdce4683": [
    "server/src/features/laboratory/assays/assay-writer.store.ts",
    "server/src/features/laboratory/loads/load.store.ts",
  ],
  "addDays 992c3fe4": [
    "server/src/features/laboratory/loads/series.service.ts",
    "server/src/features/operations/situation/situation-load.model.ts",
  ],
  "tab c31f0054": [
    "server/src/features/system/menu/device-menu.data.ts",
    "server/src/features/system/menu/sampling-menu.data.ts",
  ],
  "toStep 6ea1c03c": [
    "simulator/src/instruments/machine/machine.ts",
    "simulator/src/instruments/water-sampler/readings.ts",
  ],
  "print f98f574d": ["bench/src/live.bench.ts", "bench/src/reconnect.bench.ts"],
  "figure 6c68f547": ["bench/src/memory.bench.ts", "bench/src/rest.bench.ts"],
};
