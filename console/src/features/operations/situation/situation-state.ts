/** What the situation screens keep while they run; the specification gives the names. */
export type SituationState = {
  /** The charts of the device that is shown are open. */
  isShowEchart: boolean;
  /** The demo walks from device to device. */
  startDemo: boolean;
  /** The device that is shown. */
  startDeviceId: number | null;
  /** Those that this round has shown, in order. */
  alreadyStartId: readonly number[];
  /** The next one: the first of those that come first, else drawn by chance. */
  randomStartDeviceId: number | null;
  /** Those whose details were asked for. */
  alreadyRequestId: readonly number[];
};

/** All devices, those of them that come first in their order, and a number from 0 to below 1. */
type Choice = { ids: readonly number[]; first?: readonly number[]; chance: number };

export type SituationStep =
  | ({ do: "start" } & Choice)
  | ({ do: "next" } & Choice)
  /** An alarm of this device comes in between; the walk goes on after it. */
  | ({ do: "interrupt"; id: number } & Choice)
  | { do: "request"; id: number }
  | { do: "stop" }
  | { do: "charts"; shown: boolean };

export const firstSituation: SituationState = {
  isShowEchart: false,
  startDemo: false,
  startDeviceId: null,
  alreadyStartId: [],
  randomStartDeviceId: null,
  alreadyRequestId: [],
};

export function situationAfter(state: SituationState, step: SituationStep): SituationState {
  switch (step.do) {
    case "start":
      return walk({ ...state, startDemo: true, alreadyStartId: [], randomStartDeviceId: null }, step);
    case "next":
      return state.startDemo ? walk(state, step) : state;
    case "interrupt":
      return state.startDemo ? interrupted(state, step) : state;
    case "request":
      return requested(state, step.id);
    case "stop":
      return { ...firstSituation, isShowEchart: state.isShowEchart };
    case "charts":
      return asked({ ...state, isShowEchart: step.shown });
  }
}

/** Each device once in a round; then a new round, which does not begin where it ended. */
function walk(state: SituationState, choice: Choice): SituationState {
  const { ids } = choice;
  const left = ids.filter((id) => !state.alreadyStartId.includes(id));
  const others = ids.filter((id) => id !== state.startDeviceId);
  const isOver = left.length === 0;
  const among = isOver ? (others.length === 0 ? ids : others) : left;
  const now = nextOf(among, choice, state.randomStartDeviceId);
  if (now === null) return { ...state, startDeviceId: null, alreadyStartId: [], randomStartDeviceId: null };
  const alreadyStartId = isOver ? [now] : [...state.alreadyStartId, now];
  return asked(withNext({ ...state, startDeviceId: now, alreadyStartId, randomStartDeviceId: null }, choice));
}

/** It counts as shown, so that the walk does not come to it twice in a round. */
function interrupted(state: SituationState, step: Choice & { id: number }): SituationState {
  const { id } = step;
  const alreadyStartId = [...state.alreadyStartId.filter((one) => one !== id), id];
  const drawn = state.randomStartDeviceId === id ? null : state.randomStartDeviceId;
  return asked(withNext({ ...state, startDeviceId: id, alreadyStartId, randomStartDeviceId: drawn }, step));
}

function withNext(state: SituationState, choice: Choice): SituationState {
  const left = choice.ids.filter((id) => !state.alreadyStartId.includes(id));
  return { ...state, randomStartDeviceId: nextOf(left, choice, state.randomStartDeviceId) };
}

/** Those that come first do so in their order; of the others the one that was drawn before, else one by chance. */
function nextOf(
  among: readonly number[],
  { first = [], chance }: Choice,
  drawn: number | null,
): number | null {
  const urgent = first.find((id) => among.includes(id));
  if (urgent !== undefined) return urgent;
  if (drawn !== null && among.includes(drawn)) return drawn;
  return among[Math.floor(chance * among.length)] ?? null;
}

/** With its charts open, a device's readings are asked for once. */
function asked(state: SituationState): SituationState {
  const { isShowEchart, startDeviceId: id } = state;
  return isShowEchart && id !== null ? requested(state, id) : state;
}

function requested(state: SituationState, id: number): SituationState {
  if (state.alreadyRequestId.includes(id)) return state;
  return { ...state, alreadyRequestId: [...state.alreadyRequestId, id] };
}
