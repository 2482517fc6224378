import type { Run } from '../../../engine/protocol/run.ts'
import { deviceName } from '../../text/format.ts'

/** A run's model, precision and device: "phantom-vlm, q8, WASM". */
export const modelWords = (run: Run): string => `${run.model.name}, ${howWords(run)}`

const howWords = ({ settings }: Run): string => `${settings.dtype}, ${deviceName(settings.device)}`

/** What ran on what, in a line of a list. */
export function RunFacts({ run }: { readonly run: Run }) {
  return (
    <>
      <span>
        <bdi>{run.model.name}</bdi>, {howWords(run)},{' '}
        {run.settings.scoring === 'choices' ? 'option probabilities' : 'generated text'}
      </span>
      <span>{run.dataset.name}</span>
    </>
  )
}
