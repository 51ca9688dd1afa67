/** The page of a display, which has no session of a person. */
export const displayPath = "/visual/display";
