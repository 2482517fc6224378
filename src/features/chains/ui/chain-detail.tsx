import { type Tier, tiers } from '../../../engine/analysis/report.ts'
import { groupBy } from '../../../engine/base/grouping.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import { linkGroupNames } from '../../../ui/charts/chain-flow.tsx'
import { RowLinks } from '../../../ui/shared/sample/row-links.tsx'
import { SampleImage } from '../../../ui/shared/sample/sample-image.tsx'
import { Detail } from '../../../ui/shared/table/list-and-detail.tsx'
import { count } from '../../../ui/text/format.ts'
import { type ChainEntry, type FindRow, groupCodes } from '../engine/chain-table.ts'

const tierNames: Readonly<Record<Tier, string>> = {
  low: 'Low level: what kind of image',
  middle: 'Middle level: what it shows',
  other: 'Other tasks',
  high: 'High level: what it means',
}

interface Props {
  readonly run: string
  readonly image: string
  readonly entry: ChainEntry
  readonly findRow: FindRow
  readonly onClose: () => void
}

/** One image with everything asked about it, from seeing to concluding. */
export function ChainDetail({ run, image, entry, findRow, onClose }: Props) {
  const first = findRow.get(entry.questions[0]?.sample ?? -1)
  const byTier = groupBy(entry.questions, ({ tier }) => tier)
  const links = groupCodes.filter(group => entry.links[group] > 0)
  return (
    <Detail name={`Chain of ${image}`} onClose={onClose}>
      <div className="column detail-body">
        <SampleImage run={run} paths={first ? listImages(first) : [image]} question={first?.question ?? ''} />
        <div className="column detail-text">
          {tiers.map(tier => {
            const questions = byTier.get(tier)
            return (
              questions && (
                <section key={tier} className="stack whole" aria-label={tierNames[tier]}>
                  <h4>{tierNames[tier]}</h4>
                  <RowLinks run={run} rows={questions.flatMap(({ sample }) => findRow.get(sample) ?? [])} />
                </section>
              )
            )
          })}
          <h4>Links</h4>
          {links.length === 0 ? (
            <p className="muted">This image has no answered pair of diagnosis and perception.</p>
          ) : (
            <ul>
              {links.map(group => (
                <li key={group}>
                  <strong>
                    {group} {count(entry.links[group])}
                  </strong>{' '}
                  {linkGroupNames[group]}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Detail>
  )
}
