import { askToKeep, wouldKeep } from '../../data/store/browser-storage.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { AppStore } from '../state/store.ts'

/**
 * Asks the browser to keep the stored data, once per visit, when the first run on the user's own data begins. Some
 * browsers show a prompt, which the demo is not worth: for the demo it is requested only if the answer is known.
 */
export async function askForOwnData(app: AppStore, run: Pick<Run, 'dataset'>): Promise<void> {
  if (app.state.persistence !== 'unasked') return
  if (run.dataset.source === 'bundled' && !(await wouldKeep())) return
  app.change({ persistence: 'asking' })
  app.change({ persistence: (await askToKeep()) ? 'granted' : 'refused' })
}
