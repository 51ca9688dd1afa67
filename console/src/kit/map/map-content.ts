/** Longitude and latitude in degrees, as GeoJSON has them. */
export type Position = [number, number];

export type MapPoint = { id: string; at: Position; isChosen?: boolean };

/** What a map shows. */
export type MapContent = {
  points: readonly MapPoint[];
  /** Points that lie too close to be told apart are one mark with their number, which opens with a click. */
  isGrouped?: boolean;
  /** Closed rings. */
  areas: readonly { ring: Position[] }[];
  line?: Position[];
  /** Corners that can be moved. */
  handles?: readonly Handle[];
};

export type Handle = { at: Position; label: string; onMove(at: Position): void; onRemove(): void };
