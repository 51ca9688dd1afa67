/**
 * How a person is named on record: the chosen name with the log-in name, which is unique and nobody chooses for
 * themselves. `Jane Doe (jdoe)`; the log-in name alone where both are the same.
 */
export function personLabel({ nickName, userName }: { nickName: string; userName: string }): string {
  return nickName === "" || nickName === userName ? userName : `${nickName} (${userName})`;
}

/** The chosen name alone, for a line that has no room for both; the whole is for its tooltip. */
export function personName(label: string): string {
  return label.replace(/ \([^()]+\)$/, "");
}
