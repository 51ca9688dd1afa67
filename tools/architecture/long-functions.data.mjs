/**
 * Functions that are over the limits of `function-lengths.mjs`, with the lines that they have. The list only shrinks: one that
 * grows fails the check, and so does an entry that is no longer needed. Nothing new is added.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const longFunctions = {
};
