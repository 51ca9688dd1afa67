/** The cooled box: temperature in °C at the last whole minute and its slope until the next. */
export type Box = { temp: number; slope: number; cooling: boolean; heating: boolean };

export type BoxSurroundings = {
  ambient: number;
  target: number;
  doorOpen: boolean;
  powered: boolean;
  /** The compressor has failed and the heater sticks: the box warms whatever the weather. */
  broken: boolean;
};

const minutesClosed = 300;
const minutesOpen = 25;
const minutesBroken = 60;

export function createBox(temp: number): Box {
  return { temp, slope: 0, cooling: false, heating: false };
}

/** One minute on: heat leaks in, the compressor cycles around the target, the heater keeps bottles from freezing. */
export function stepBox(box: Box, around: BoxSurroundings): Box {
  const temp = box.temp + box.slope;
  const works = around.powered && !around.broken;
  const cooling = works && (box.cooling ? temp > around.target - 0.5 : temp > around.target + 0.7);
  const heating = works && (box.heating ? temp < around.target - 0.8 : temp < around.target - 1.4);
  const outside = around.broken ? Math.max(around.ambient + 4, 24) : around.ambient;
  const minutes = around.doorOpen ? minutesOpen : around.broken ? minutesBroken : minutesClosed;
  const slope = (outside - temp) / minutes + (cooling ? -0.25 : 0) + (heating ? 0.2 : 0);
  return { temp, slope, cooling, heating };
}

/** Between two whole minutes. */
export function boxTempAt(box: Box, msSinceStep: number): number {
  return box.temp + (box.slope * msSinceStep) / 60_000;
}
