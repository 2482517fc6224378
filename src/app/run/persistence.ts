import { askToKeep, wouldKeep } from '../../data/store/browser-storage.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { AppStore } from '../state/store.ts'

/**
 * Asks the browser to keep what is stored, once a visit, when the first run on data of the user's own begins. Some browsers
 * ask the user, which the demo is not worth: for that it is asked only where the answer is known.
 */
export async function askForOwnData(app: AppStore, run: Pick<Run, 'dataset'>): Promise<void> {
  if (app.state.persistence !== 'unasked') return
  if (run.dataset.source === 'bundled' && !(await wouldKeep())) return
  app.change({ persistence: 'asking' })
  app.change({ persistence: (await askToKeep()) ? 'granted' : 'refused' })
}
