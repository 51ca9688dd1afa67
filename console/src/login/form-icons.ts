/** Icons of the forms that are fetched when they are opened: the log-in page itself is kept small. */
export const formIcons = {
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  building: "M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18",
  note: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
} as const;
