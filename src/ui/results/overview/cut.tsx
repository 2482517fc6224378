import type { Results } from '../../../app/controller/report-facts.ts'
import { type CutSlice, isMuchCut } from '../../../engine/analysis/cut-answers.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { axes } from '../../../engine/protocol/sample.ts'
import { AsTable } from '../../shared/controls/folded.tsx'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { figure, savedFields } from '../../shared/table/columns.tsx'
import { resultsHref } from '../../state/router.ts'
import { cutWords } from '../../text/cut.ts'
import { count, label, percent } from '../../text/format.ts'
import { byNames } from '../../text/voxels.ts'
import { TitledTable } from './slice-table.tsx'

interface CutProps {
  readonly cut: NonNullable<Results['overview']['cut']>
}

/** The share of answers that reached the limit of new tokens. */
export function CutAnswers({ run, cut }: Pick<Results, 'run'> & CutProps) {
  return (
    <p className={isMuchCut(cut.cut, cut.answered) ? 'warning' : 'muted'}>
      {cutWords(cut, run.settings)} A cut answer is read as far as it goes.
    </p>
  )
}

/** The same of every slice, next to its accuracy. */
export function CutSlices({ cut }: CutProps) {
  return (
    <AsTable name="Cut answers by slice">
      <div className="slice-grid">
        {axes.map(axis => (
          <CutTable key={axis} axis={byNames[axis]} slices={cut.slices[axis]} />
        ))}
      </div>
    </AsTable>
  )
}

function CutTable({ axis, slices }: { readonly axis: string; readonly slices: readonly CutSlice[] }) {
  return (
    <TitledTable
      title={`Cut answers by ${axis.toLowerCase()}`}
      columns={[
        { key: 'label', name: axis, cell: slice => label(slice.label) },
        figure<CutSlice>('answered', 'Answers', ({ answered }) => answered, count),
        figure<CutSlice>('accuracy', 'Accuracy', slice => share(slice, slice.correct), percent),
        figure<CutSlice>('cut', 'Cut', slice => share(slice, slice.cut), percent, { isStrong: true }),
      ]}
      rows={slices}
      rowKey={slice => slice.label}
      savedColumns={[
        { name: axis.toLowerCase(), value: slice => slice.label },
        { name: 'answers', value: ({ answered }) => answered },
        ...savedFields('correct', 'cut'),
      ]}
      file={`voxelwise-cut-answers-by-${axis.toLowerCase()}.csv`}
    />
  )
}

const share = ({ answered }: CutSlice, part: number): number | null =>
  answered === 0 ? null : part / answered

/** That a run repeats another with a higher limit. */
export function AgainNote({ again }: { readonly again: Run['again'] }) {
  if (!again) return null
  return (
    <p className="muted">
      {count(again.cut)} cut answers of <PageLink href={resultsHref(again.of)}>an earlier run</PageLink> were
      asked again with more tokens. The other answers are copies.
    </p>
  )
}
