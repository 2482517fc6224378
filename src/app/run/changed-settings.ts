import { dtypeAfter } from '../../engine/model/recommend.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { AppState } from '../state/state.ts'

/** Settings after a change: with another device comes the precision that is recommended there, unless one was chosen. */
export function changedSettings(
  { settings, model }: Pick<AppState, 'settings' | 'model'>,
  part: Partial<RunSettings>,
): RunSettings {
  const changed = { ...settings, ...part }
  const [before, after] = [computedHere(settings), computedHere(changed)]
  if (part.dtype !== undefined || !before || !after || before.device === after.device) return changed
  if (model.status !== 'ready' || model.overview.server) return changed
  return { ...changed, dtype: dtypeAfter(model.overview.dtypes, before, after.device) }
}
