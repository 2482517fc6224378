import type { TwoWayShare } from '@voxelwise/statistics'
import type { Results } from '../../../app/controller/report-facts.ts'
import { isExact } from '../../../engine/analysis/asked-part.ts'
import type { Readings } from '../../../engine/analysis/readings.ts'
import { withoutBaselines } from '../../../engine/analysis/shares.ts'
import { isMostlyUnread } from '../../../engine/analysis/unread.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { Accuracy } from '../../charts/accuracy.tsx'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { EnvironmentFacts } from '../../shared/run/environment.tsx'
import { resultsHref } from '../../state/router.ts'
import { exactWords } from '../../text/estimates.ts'
import { count, interval, percent } from '../../text/format.ts'
import { servedWords } from '../../text/server.ts'
import { AgainNote } from './cut.tsx'
import { OtherRules } from './every-rule.tsx'
import { MergedNote } from './merged.tsx'
import { UnreadReasons } from './readings.tsx'

/** The whole run in one figure, with the facts a reader needs, and its machine. */
export function Whole({ run, rows, overview }: Results) {
  const { failed, readings, served, changedImages } = overview
  const unasked = run.total - rows.length
  return (
    <div className="overview-head">
      <section className="column" aria-label="All answers">
        <RunAccuracy overview={overview} />
        <ExactNote run={run} overview={overview} />
        {overview.macro && <MacroNote macro={overview.macro} />}
        <FailedNote run={run.id} failed={failed} />
        {readings && <UnparsedNote run={run} readings={readings} />}
        {served &&
          servedWords(served).map(words => (
            <p key={words} className="muted">
              {words}
            </p>
          ))}
        <AgainNote again={run.again} />
        <ChangedImagesNote paths={changedImages} />
        {run.merged && <MergedNote merged={run.merged} />}
        {unasked > 0 && <p className="muted">{counted(unasked, 'question')} not asked yet.</p>}
      </section>
      <section className="column" aria-label="What ran where">
        <EnvironmentFacts run={run} />
      </section>
    </div>
  )
}

/** The accuracy, without the guessing rate where most replies could not be read. */
export function RunAccuracy({ overview: { overall, twoWay, unread } }: Pick<Results, 'overview'>) {
  if (!isMostlyUnread(unread))
    return (
      <>
        <Accuracy estimate={overall} />
        {twoWay?.overall && <TwoWayNote {...twoWay.overall} />}
      </>
    )
  return <Accuracy name="Accuracy, with unread replies as wrong" estimate={withoutBaselines(overall)} />
}

/** What a complete run's accuracy is, without an interval; nothing for any other run. */
export function ExactNote({ run, overview }: Pick<Results, 'run' | 'overview'>) {
  if (run.state !== 'done' || !isExact(run, overview)) return null
  return <p className="muted">{exactWords(run)}</p>
}

/** The means in which tasks or voxels count alike; of one task or voxel they are the accuracy. */
function MacroNote({ macro }: { readonly macro: NonNullable<Results['overview']['macro']> }) {
  const means = (['task', 'voxel'] as const).filter(part => macro[part].parts > 1)
  if (means.length === 0) return null
  return (
    <p className="muted">
      {means.map(part => {
        const { mean, parts, low, high } = macro[part]
        return `Mean of ${counted(parts, part)}: ${percent(mean)} (${interval(low, high)}). `
      })}
    </p>
  )
}

/** Texts of questions repeat over images: how far other images and other texts might differ. */
function TwoWayNote({ low, high, texts }: TwoWayShare) {
  return (
    <p className="muted">
      For other images and other question texts ({counted(texts, 'text')}): {interval(low, high)}.
    </p>
  )
}

/** How many questions of a run failed, where any did, with the way to them. */
export function FailedNote({ run, failed }: { readonly run: string; readonly failed: number }) {
  if (failed === 0) return null
  return (
    <p className="warning">
      <PageLink href={resultsHref(run, 'samples', { verdict: 'failed' })}>
        {counted(failed, 'question')} failed
      </PageLink>{' '}
      and {failed === 1 ? 'counts' : 'count'} as unanswered.
    </p>
  )
}

/** How many answers could not be read, which count as wrong; nothing where all were. */
function UnparsedNote({ run, readings }: { readonly run: Run; readonly readings: Readings }) {
  const { unparsed, originals, otherForm } = readings
  if (unparsed === 0) return null
  return (
    <div className="warning">
      <p>
        {counted(unparsed, 'answer')} could not be parsed and {unparsed === 1 ? 'counts' : 'count'} as wrong.
      </p>
      <UnreadReasons run={run.id} reasons={originals} />
      {otherForm > 0 && run.settings.scoring !== 'choices' && (
        <>
          <p>
            {count(otherForm)} of them {otherForm === 1 ? 'has' : 'have'} exactly one option letter in another
            form, such as “Option B”. Other rules may read {otherForm === 1 ? 'it' : 'them'}.
          </p>
          <OtherRules run={run} />
        </>
      )}
    </div>
  )
}

const named = 3

/** Images that changed during the run: its answers about them are not about the same picture. */
function ChangedImagesNote({ paths }: { readonly paths: readonly string[] }) {
  if (paths.length === 0) return null
  const more = paths.length > named ? ` and ${count(paths.length - named)} more` : ''
  return (
    <p className="warning">
      {paths.length === 1 ? 'An image' : `${count(paths.length)} images`} changed during the run. Questions
      about {paths.length === 1 ? 'it' : 'them'} saw different pictures:{' '}
      <span className="mono">{paths.slice(0, named).join(', ')}</span>
      {more}.
    </p>
  )
}
