/**
 * How a person is named on record: the chosen name with the log-in name, which is unique and nobody chooses for
 * themselves. `Jane Doe (jdoe)`; the log-in name alone where both are the same.
 */
export function personLabel({ nickName, userName }: { nickName: string; userName: string }): string {
  return nickName === "" || nickName === userName ? userName : `${nickName} (${userName})`;
}
