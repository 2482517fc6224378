/** Texts about answers that reached the limit of new tokens. */
import type { CutCount } from '../../engine/analysis/cut-answers.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { count, percent } from './format.ts'
import { lengthWords } from './protocol-choices.ts'

/** "12 of 300 answers (4.0%) were cut at the limit of 32 new tokens." */
export function cutWords(
  { answered, cut }: Pick<CutCount, 'answered' | 'cut'>,
  { maxNewTokens, newTokensByKind = {}, thoughtTokens }: Run['settings'],
): string {
  const limits = [String(maxNewTokens), ...lengthWords(newTokensByKind)].join('; ')
  const thought = thoughtTokens === undefined ? '' : `, or ${count(thoughtTokens)} of thought`
  return `${count(cut)} of ${counted(answered, 'answer')} (${percent(cut / answered)}) ${cut === 1 ? 'was' : 'were'} cut at the limit of ${limits} new tokens${thought}.`
}
