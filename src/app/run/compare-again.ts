import type { Store } from '../../data/store/store.ts'
import { messageOf, VoxelwiseError } from '../../engine/base/errors.ts'
import { withAnswer } from '../../engine/model/drift.ts'
import { type Drift, driftWords } from '../../engine/protocol/device-test.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { ComparedAnswers } from './drift-watch.ts'
import type { RunProgress } from './live-progress.ts'

/** Keeps with the run, and logs, how far answers of WASM are from the stored ones. */
export function compareAgain(
  { stored }: { readonly stored: (index: number) => Promise<RunRecord | undefined> },
  show: Pick<RunProgress, 'live' | 'change' | 'log'>,
  store: Pick<Store, 'changeRun'>,
): ComparedAnswers {
  const log = (text: string): void => show.log({ copy: null, kind: 'device', text })
  return {
    async compare(again) {
      const { index } = again.sample
      const own = await stored(index)
      // The browser may have deleted it.
      if (own?.status !== 'answered') return
      if (again.status === 'failed') throw new VoxelwiseError(again.error)
      let found: { readonly drift: Drift; readonly isSame: boolean } | undefined
      const run = await store.changeRun(show.live.run.id, ({ environment, ...known }) => {
        found = withAnswer(environment.drift, own, again)
        return { ...known, environment: { ...environment, drift: found.drift } }
      })
      show.change({ run })
      if (!found) return
      const answer = found.isSame ? 'the same answer' : 'another answer'
      log(`Sample ${index} was asked again on WASM: ${answer}. So far ${driftWords(found.drift)}.`)
    },
    failed: error => log(`Answers are no longer compared with WASM: ${messageOf(error)}`),
  }
}
