/** Whether the passes of a run.json go together with the run itself. */

import { get } from '@voxelwise/python'
import { CheckError } from '../../engine/base/schema.ts'
import { findProbeKind } from '../../engine/probes/kind-of.ts'
import { judgedSample, matchedSample } from '../../engine/protocol/protocols/judged-samples.ts'
import { isOptionMatch } from '../../engine/protocol/protocols/option-match.ts'
import { findRubric } from '../../engine/protocol/protocols/rubric.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import { alike, checkRun } from './run-file-sense.ts'

export function checkPass(run: Run, parent: Run, at: string): void {
  if (!run.probe && !run.judging) throw new CheckError(`${at}.run.probe`, 'the change made by the pass')
  checkRun(run, `${at}.run`)
  if (run.parent !== parent.id)
    throw new CheckError(`${at}.run.parent`, `"${parent.id}", the run of this file`)
  // A pass may ask a part of the questions only, and one in words generates text, whatever the run does.
  const { order, limit, scoring } = parent.settings
  const inherited = { order, limit, ...(run.probe && findProbeKind(run.probe).isInText && { scoring }) }
  const whole = run.judging ? run : { ...run, settings: { ...run.settings, ...inherited } }
  for (const part of run.judging ? (['dataset'] as const) : (['settings', 'dataset', 'model'] as const))
    if (!alike(whole[part], parent[part])) throw new CheckError(`${at}.run.${part}`, 'as in the run itself')
  if (!run.judging) return
  const { protocol } = run.settings
  const isKnown = run.judging.of ? isOptionMatch(protocol) : findRubric(protocol) !== undefined
  if (!isKnown) throw new CheckError(`${at}.run.settings.protocol`, 'a rubric that this version knows')
}

/** Checks the samples of a pass, one at a time, against the run's own records. */
export class PassCheck {
  readonly #parent: Run
  readonly #judging: Run['judging']
  readonly #again: ReadonlySet<number>

  constructor({ judging }: Run, parent: Run) {
    this.#parent = parent
    this.#judging = judging
    this.#again = new Set(judging?.repeated)
  }

  /** The index of the run's own sample that a sample of the pass is about. */
  ownIndex(index: number): number {
    return this.#judging ? index % this.#parent.dataset.counts.loaded : index
  }

  /** @param runRecord the run's own record of `ownIndex` @throws CheckError */
  take(sample: Sample, runRecord: RunRecord | undefined, at: string): void {
    if (this.#judging) {
      const expected = runRecord && this.#judged(sample, runRecord, this.#judging)
      if (!expected || !alike(expected, sample)) throw new CheckError(at, "an answer from the run's records")
    } else if (runRecord && runRecord.sample !== sample && !alike(runRecord.sample, sample))
      throw new CheckError(at, `the run's own sample ${sample.index}`)
  }

  /** A judge's question follows from the run's own record; the reply to be read is another pass's. */
  #judged(
    { index, fields }: Sample,
    runRecord: RunRecord,
    { of, showsImages, times }: NonNullable<Run['judging']>,
  ): Sample | null {
    const response = get(fields, 'response')
    if (of) return typeof response === 'string' ? matchedSample(runRecord, this.#parent, response) : null
    const repeat = (index - runRecord.sample.index) / this.#parent.dataset.counts.loaded
    if (repeat > times || (repeat > 0 && !this.#again.has(runRecord.sample.index))) return null
    return judgedSample(runRecord, this.#parent, repeat, showsImages)
  }
}
