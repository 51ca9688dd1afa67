/**
 * What the QR code on a device's label says: whose box it is, and the code that anyone who unpacks it claims it with.
 * Letters, digits and a few signs alone, so that hand scanners type it alike under every keyboard layout.
 */
export type ClaimLabel = { productKey: string; deviceName: string; claimCode: string };

const mark = "TW1";

export function writeClaimLabel({ productKey, deviceName, claimCode }: ClaimLabel): string {
  return [mark, productKey, deviceName, claimCode].join("/");
}

/** Reads what a scanner typed, with or without blanks and line ends around it; null where it is no label of ours. */
export function readClaimLabel(text: string): ClaimLabel | null {
  const [first, productKey, deviceName, code, ...more] = text.trim().split("/");
  if (first?.toUpperCase() !== mark || more.length > 0) return null;
  if (productKey === undefined || productKey === "" || deviceName === undefined) return null;
  if (!/^[A-Za-z0-9_.:@-]{4,32}$/.test(deviceName)) return null;
  const claimCode = plainClaimCode(code ?? "");
  return claimCode === null ? null : { productKey, deviceName, claimCode };
}

/** A claim code as it is kept: people type it in groups and in small letters, and take O for 0. */
export function plainClaimCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** In groups of four, as it is printed beneath the picture. */
export function printClaimCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}
