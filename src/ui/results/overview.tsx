import type { Results } from '../../app/controller/controller-api.ts'
import { counted } from '../../engine/base/counted.ts'
import { Accuracy } from '../charts/accuracy.tsx'
import { EnvironmentFacts } from '../shared/run/environment.tsx'
import { resultsHref } from '../state/router.ts'
import { ChangedImagesNote } from './changed-images-note.tsx'
import { FailedNote } from './failed-note.tsx'
import { MergedNote, MergedTables } from './merged-panel.tsx'
import { ReadingsTables, UnparsedNote } from './readings-panel.tsx'
import { ServedNote } from './served-note.tsx'
import { SliceTable } from './slice-table.tsx'

/** The whole run in one figure, and by every axis. */
export function OverviewTab({ results: { run, rows, overview } }: { readonly results: Results }) {
  const unasked = run.total - rows.length
  const samples = (axis: string) => (value: string) => resultsHref(run.id, 'samples', { [axis]: value })
  return (
    <>
      <h2 className="visually-hidden">Overview</h2>
      <div className="overview-head">
        <section aria-label="All answers">
          <Accuracy estimate={overview.overall} />
          <FailedNote run={run.id} failed={overview.failed} />
          {overview.readings && <UnparsedNote run={run.id} readings={overview.readings} />}
          {overview.served && <ServedNote served={overview.served} />}
          <ChangedImagesNote paths={overview.changedImages} />
          {run.merged && <MergedNote merged={run.merged} />}
          {unasked > 0 && <p className="muted">{counted(unasked, 'question')} not asked yet.</p>}
        </section>
        <section aria-label="What ran where">
          <EnvironmentFacts run={run} />
        </section>
      </div>
      <div className="slice-grid">
        <SliceTable
          title="By task, low to high level"
          axis="Task"
          slices={overview.slices.task}
          href={samples('task')}
          wide
          tiers
        />
        <SliceTable
          title="By modality"
          axis="Modality"
          slices={overview.slices.modality}
          href={samples('modality')}
        />
        <SliceTable title="By region" axis="Region" slices={overview.slices.parts} href={samples('parts')} />
        <SliceTable
          title="By source data set"
          axis="Data set"
          slices={overview.slices.dataset}
          href={samples('dataset')}
          wide
        />
        {run.merged && <MergedTables run={run.id} merged={run.merged} />}
        {overview.readings && <ReadingsTables run={run.id} readings={overview.readings} />}
      </div>
    </>
  )
}
