import type { BoardReading as Reading } from "@tracewater/contract/laboratory/board-tests";

export type BoardReading = Reading;
export type BoardMeasurement = Reading["measurement"];
