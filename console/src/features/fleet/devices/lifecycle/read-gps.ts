/** Where a device says that it is; null where it says nothing that is a place. */
export function readGps(value: unknown): { latitude: number; longitude: number } | null {
  if (typeof value !== "object" || value === null || !("latitude" in value) || !("longitude" in value))
    return null;
  const { latitude, longitude } = value;
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
