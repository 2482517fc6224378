import { useId } from 'react'
import { type Slice, tierOf } from '../../engine/report.ts'
import { Whisker, WhiskerScale } from '../charts/whisker.tsx'
import { count, interval, label, percent } from '../format.ts'
import { estimateColumns } from '../saved-columns.ts'
import type { SavedColumn } from '../sorting.ts'
import { EstimateHeads } from './number-heads.tsx'
import { SaveCsv } from './save-csv.tsx'

interface Props {
  readonly title: string
  readonly axis: string
  readonly slices: readonly Slice[]
  /** The samples of a slice. */
  readonly href: (value: string) => string
  /** Whether it has long labels and needs a row of its own. */
  readonly wide?: boolean
  /** Whether rows are set apart by the level of their task. */
  readonly tiers?: boolean
}

const nameOf = (axis: string): SavedColumn<Slice> => ({
  name: axis.toLowerCase(),
  value: slice => slice.label,
})

/** Accuracy along one axis: figures, and the interval drawn beside them with the line of chance. */
export function SliceTable({ title, axis, slices, href, wide = false, tiers = false }: Props) {
  const heading = useId()
  return (
    <section className="slices" data-wide={wide} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <div className="table-frame">
        <table className="data">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              <EstimateHeads />
              <th scope="col" className="whisker-column">
                <span className="visually-hidden">Drawn from</span>
                <WhiskerScale />
              </th>
            </tr>
          </thead>
          <tbody>
            {slices.map((slice, at) => (
              <tr
                key={slice.label}
                data-opens={tiers && at > 0 && tierOf(slice.label) !== tierOf(slices[at - 1]?.label ?? '')}
              >
                <th scope="row">
                  <a href={href(slice.label)}>{label(slice.label)}</a>
                </th>
                <td className="number">{count(slice.n)}</td>
                <td className="number spare">{count(slice.correct)}</td>
                <td className="number strong">{percent(slice.share)}</td>
                <td className="number">{interval(slice.low, slice.high)}</td>
                <td className="whisker-column">
                  <Whisker {...slice} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions">
        <SaveCsv
          columns={[nameOf(axis), ...estimateColumns]}
          rows={slices}
          file={`voxelwise-by-${axis.toLowerCase().replaceAll(' ', '-')}.csv`}
        />
      </div>
    </section>
  )
}
