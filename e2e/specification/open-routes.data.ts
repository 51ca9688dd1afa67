/**
 * The routes of the specification that open the page which says that it is not there yet. Whoever builds a page takes
 * its line out: the list only shrinks, and a test fails where it tells more or less than what is so.
 */
export const openRoutes: readonly string[] = ["/tool/gen", "/gen/edit/:tableId"];

/** As many as there were when the list was begun. */
export const maxOpenRoutes = 41;
