import { defaultSettings } from '../../engine/protocol/settings.ts'
import type { AppState, DeviceState } from './state.ts'

/** The state of a page that was just opened. */
export const initialState = (device: DeviceState): AppState => ({
  device,
  dataset: { status: 'none' },
  model: { status: 'none' },
  judge: { status: 'none' },
  settings: { device: 'wasm', dtype: 'q8', ...defaultSettings },
  isLengthChosen: false,
  probes: [],
  gates: [],
  confirmed: null,
  isPartGuessed: false,
  isMappingKept: false,
  entrants: [],
  risk: 0.05,
  race: null,
  live: null,
  waiting: [],
  runs: null,
  runsUnreadable: null,
  imagesChecked: null,
  copy: { status: 'none' },
  persistence: 'unasked',
  trial: { status: 'none' },
  offline: { status: 'checking' },
  notices: [],
})
