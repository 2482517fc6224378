import { measuredWords } from '../../../engine/model/measured-precisions.ts'
import { bytes, count, none } from '../../../ui/text/format.ts'
import { timeWords } from '../../../ui/text/speed-trial.ts'
import type { AdvisedDtype } from '../engine/advice.ts'
import type { PublishedVlm } from '../engine/published-vlms.ts'

/** "≈ 264 MB" */
export const folderSizeWords = (size: number): string => `≈ ${bytes(size)}`

/** "1,140"; a dash where the tokens are not known. */
export const tokensCell = (tokens: number | null): string => (tokens === null ? none : count(tokens))

/** Expected time per question of a model that was not tested. */
export const expectedSpeedWords = (seconds: number | null): string =>
  seconds === null ? none : `≈ ${timeWords(seconds)}`

/** The known loss of the chosen precision. */
export function weightsNote(dtype: AdvisedDtype): string {
  const words = measuredWords([dtype])
  return words === null
    ? 'Full precision, no loss.'
    : `In a small model with real language weights, ${words} (docs/fidelity.md).`
}

/** Notes on the commands. */
export function commandNotes({ publishedAs, isGated }: PublishedVlm, dtype: AdvisedDtype): readonly string[] {
  return [
    ...(isGated ? ['First accept its licence on huggingface.co and run hf auth login.'] : []),
    publishedAs === 'checkpoint'
      ? 'It downloads the checkpoint. Then pick the folder: the page writes every precision of it.'
      : `The first command downloads settings and templates, the ${dtype === 'fp32' ? 'others' : 'second'} the ${dtype} files. Then pick the folder.`,
  ]
}
