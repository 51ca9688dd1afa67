/** The page of a sampling point. */
export function pointPath(pointId: number): string {
  return `/samplePoint/point/${pointId}`;
}
