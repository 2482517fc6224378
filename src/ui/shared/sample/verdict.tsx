import type { ResultRow } from '../../../engine/analysis/result-row.ts'

export const verdicts: Readonly<
  Record<ResultRow['verdict'], { readonly sign: string; readonly word: string }>
> = {
  correct: { sign: '✓', word: 'Right' },
  wrong: { sign: '✕', word: 'Wrong' },
  failed: { sign: '!', word: 'Failed' },
}

/** The word for a verdict from an address, which may be misspelt. */
export const verdictName = (verdict: string): string =>
  Object.hasOwn(verdicts, verdict) ? verdicts[verdict as ResultRow['verdict']].word : verdict

/** A verdict by sign, word and colour; in lists, only screen readers get the word. */
export function Verdict({
  verdict,
  short = false,
}: {
  readonly verdict: ResultRow['verdict']
  readonly short?: boolean
}) {
  const { sign, word } = verdicts[verdict]
  return (
    <span className="verdict" data-verdict={verdict}>
      <span aria-hidden="true">{sign}</span>
      <span className={short ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  )
}
