import { dtypeWords } from '../../../engine/protocol/mixed-precision.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { howRun } from '../../text/format.ts'

/** A run among others: its number, name and precision, since one model's runs have one name. */
export const runTitle = (run: Run, at: number): string =>
  `${at + 1}: ${run.name} (${run.model.server ? howRun(run) : dtypeWords(run.settings.dtype)})`

/** Model, precision, device and data set, in one line of a list. */
export function RunFacts({ run }: { readonly run: Run }) {
  return (
    <>
      <span>
        <bdi>{run.model.name}</bdi>, {howRun(run)},{' '}
        {run.settings.scoring === 'choices' ? 'option probabilities' : 'generated text'}
      </span>
      <span>{run.dataset.name}</span>
    </>
  )
}
