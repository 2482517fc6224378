import { useMemo } from 'react'
import { brokenChains, shortcutRates, shortcuts } from '../../engine/report.ts'
import type { ShortcutReport } from '../../engine/shortcut.ts'
import { ShortcutGroups } from '../charts/shortcut-groups.tsx'
import type { LevelChoice, Results } from '../controller-api.ts'
import { count, counted } from '../format.ts'
import { shortcutOptions } from '../levels.ts'
import { Figure } from '../parts/accuracy.tsx'
import { BrokenChains } from '../parts/broken-chains.tsx'
import { TaskLevels } from '../parts/task-levels.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
}

/** Whether right diagnoses rest on right perception of the same image. */
export function ShortcutsTab({ results: { run, rows }, levels }: Props) {
  const analysis = useMemo(() => shortcuts(rows, shortcutOptions(levels)), [rows, levels])
  const chains = useMemo(() => brokenChains(analysis.chains), [analysis])
  const { Total_Pairs: pairs } = analysis.report
  return (
    <>
      <h2>Shortcut chains</h2>
      <p className="prose">
        A diagnosis that is right although the model misread the same image is a shortcut: it was lucky, or it
        rests on something other than what the image shows. Every pair of a diagnosis question and a
        perception question on one image is a link. This run has {counted(pairs, 'link')} on{' '}
        {counted(analysis.chains.length, 'image')}.
      </p>
      {pairs > 0 && (
        <>
          <div className="shortcut-grid">
            <ShortcutGroups report={analysis.report} />
            <Rates report={analysis.report} />
          </div>
          <p className="prose muted">
            Links on one image hang together, so the true doubt is somewhat wider than these intervals say.
          </p>
        </>
      )}
      <TaskLevels levels={analysis.levels} choice={levels} />
      <BrokenChains run={run.id} chains={chains} />
    </>
  )
}

const meanings = {
  luck: { name: 'Luck_Rate', formula: 'D / (A + D)', told: 'right diagnoses rest on wrong perception' },
  shortcut: {
    name: 'Shortcut_Prob',
    formula: 'D / (C + D)',
    told: 'wrong perceptions still lead to a right diagnosis',
  },
  rationality: {
    name: 'Rationality',
    formula: '1 − Luck_Rate',
    told: 'right diagnoses rest on right perception',
  },
} as const

function Rates({ report }: { readonly report: ShortcutReport }) {
  const rates = shortcutRates(report)
  return (
    <div className="rates">
      {(['luck', 'shortcut', 'rationality'] as const).map(key => {
        const { name, formula, told } = meanings[key]
        const rate = rates[key]
        return (
          <Figure
            key={key}
            name={`${name} = ${formula}`}
            estimate={rate}
            counted={
              rate.n === 0
                ? 'No such links: the official tool writes 0'
                : `${count(rate.correct)} of ${count(rate.n)} ${told}`
            }
          />
        )
      })}
    </div>
  )
}
