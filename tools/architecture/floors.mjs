/**
 * The floors of the house, in one array: which workspace may import which, which packages from npm it may take
 * where they are few, and inside the server and the console the floors from the ground up. A file imports its
 * own floor and lower ones. Changing this array takes a decision record under docs/decisions, not a detour.
 */

/**
 * @typedef {object} Workspace
 * @property {string} name its folder
 * @property {readonly string[]} imports workspaces it may import besides itself
 * @property {readonly string[]} [files] single files of other workspaces that it may import
 * @property {readonly string[]} [packages] all it may import from npm; without it, what its package.json lists
 * @property {boolean} [inBrowser] true: it runs in a browser too, so none of Node's modules
 * @property {readonly (readonly string[])[]} [floors] folders of its src, rising; those side by side on one
 *   floor do not import each other
 * @property {readonly string[]} [apart] folders of its src with rules of their own (see rules.mjs)
 */

/** Whoever starts the server does it in the same way (decision 0139). */
const serverProgram = ["tools/run/server-program.mjs"];

/** @type {readonly Workspace[]} */
export const floors = [
  { name: "contract", imports: [], packages: ["zod"], inBrowser: true },
  { name: "alink", imports: [], packages: ["zod"] },
  { name: "wbe", imports: [], packages: ["zod", "decimal.js"], inBrowser: true },
  { name: "custody", imports: [], packages: ["zod", "@noble/hashes", "@noble/curves"], inBrowser: true },
  { name: "boards", imports: ["wbe"], packages: ["jpeg-js", "@noble/hashes"], inBrowser: true },
  {
    name: "server",
    imports: ["contract", "alink", "wbe", "boards", "custody"],
    floors: [
      ["platform"],
      ["features/system"],
      ["features/fleet"],
      ["features/field"],
      ["features/instruments"],
      ["features/laboratory"],
      ["features/evidence"],
      ["features/operations"],
      ["app"],
      ["programs"],
    ],
  },
  {
    name: "console",
    imports: ["contract", "wbe", "boards", "custody"],
    floors: [["kit", "api"], ["resource"], ["pickers"], ["charts"], ["device"], ["features"], ["app"]],
    apart: ["login"],
  },
  { name: "simulator", imports: ["alink", "wbe", "boards"] },
  { name: "e2e", imports: ["contract", "alink"], files: serverProgram },
  { name: "bench", imports: ["contract", "alink", "wbe"], files: serverProgram },
  { name: "tools", imports: ["contract", "alink"] },
];
