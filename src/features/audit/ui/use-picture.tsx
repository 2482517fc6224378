import { estimateText } from '../../../ui/charts/accuracy.tsx'
import type { KeyItem } from '../../../ui/charts/kit/key.tsx'
import { Chance, IntervalAcross, SeriesMark } from '../../../ui/charts/kit/marks.tsx'
import { SharePlot } from '../../../ui/charts/share-plot.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { interval, none, percent } from '../../../ui/text/format.ts'
import type { Audit } from '../engine/audit.ts'
import type { AuditFigure } from '../engine/slice-figures.ts'
import { behaviourTable, type Evidence, plottedConditions } from '../engine/use-plot.ts'
import { conditionWords, evidenceWords } from '../text/audit-words.ts'

interface Props {
  readonly run: string
  readonly audit: Audit
}

const series: Readonly<Record<Evidence, number>> = { kept: 0, lost: 1, turned: 3 }

/** How accurate the answers are on each image, beside guessing: one line a condition. */
export function UsePicture({ run, audit }: Props) {
  const plotted = plottedConditions(audit)
  const rows = plotted.map(({ condition, evidence, accuracy }) => ({
    ...{ key: condition, label: conditionWords(condition), share: accuracy, evidence },
    run: condition === 'original' ? run : (audit.passes.get(condition)?.run ?? run),
  }))
  const shown = [...new Set(plotted.map(({ evidence }) => evidence))]
  return (
    <SharePlot
      title="Accuracy by what the model was shown"
      rows={rows}
      href={row => resultsHref(row.run, 'samples')}
      rowText={row => `${row.label}: ${estimateText(row.share)}`}
      hint="Point at a line for its figures. Click it for its samples."
      file="voxelwise-image-use"
      behind={({ share: { chance } }, x, y) => chance !== null && <Chance x={x(chance)} y={y} reach={11} />}
      dot={({ evidence }, x, y) => <SeriesMark series={series[evidence]} x={x} y={y} />}
      items={[...shown.map(keyItem), { text: 'guessing', width: 2, sign: <Chance x={1} y={0} /> }]}
    />
  )
}

const keyItem = (evidence: Evidence): KeyItem => ({
  text: evidenceWords[evidence],
  width: 24,
  sign: (
    <>
      <IntervalAcross low={0} high={24} y={0} />
      <SeriesMark series={series[evidence]} x={12} y={0} />
    </>
  ),
})

const behaviourCaption = 'Answers by what changes them'

/** Whether wording or order decides an answer, by whether the image does. */
export function BehaviourTable({ audit }: Pick<Props, 'audit'>) {
  const figures = behaviourTable(audit.overall.figures)
  if (!figures) return null
  const [ideal, dangerous, fragile, worst] = figures
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too
    <section className="table-frame" aria-label={`Table: ${behaviourCaption}`} tabIndex={0}>
      <table className="data behaviour">
        <caption>{behaviourCaption}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Blank image: another answer</th>
            <th scope="col">Blank image: same answer</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Other wording or order: same answer</th>
            <Share of={ideal} />
            <Share of={dangerous} />
          </tr>
          <tr>
            <th scope="row">Other wording or order: another answer</th>
            <Share of={fragile} />
            <Share of={worst} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Share({ of }: { readonly of: AuditFigure | undefined }) {
  if (!of) return <td>{none}</td>
  const { value, low, high } = of
  return (
    <td className="number">
      <strong>{percent(value)}</strong>
      {low !== undefined && high !== undefined && <span className="score-note">{interval(low, high)}</span>}
    </td>
  )
}
