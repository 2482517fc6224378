import type { Comparison } from '../../../engine/analysis/paired-differences.ts'
import type { RunFinding } from '../../../engine/analysis/run-findings.ts'
import type { ShownShare } from '../../../engine/analysis/shares.ts'
import { corruptedName } from '../../../engine/probes/corruption-names.ts'
import { everything } from '../../../engine/protocol/voxel-map.ts'
import { GapWhisker, Whisker } from '../../charts/accuracy.tsx'
import { usePaper } from '../../hooks/paper.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { Awaited } from '../../shared/controls/error-box.tsx'
import { MethodsNote, PageLink } from '../../shared/controls/page-link.tsx'
import { Table, type TableColumn } from '../../shared/table/table.tsx'
import { compareHref, resultsHref } from '../../state/router.ts'
import { findingMethods, findingWords, hasTests } from '../../text/findings.ts'
import { count, interval, label, none, percent, points, pointsInterval } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'
import type { TabProps } from '../tab-props.ts'

/** One figure of a finding: a share, or a difference. */
type Line = { readonly label: string; readonly href: string } & (
  | { readonly share: ShownShare; readonly gap?: undefined }
  | { readonly gap: Pick<Comparison, 'difference' | 'low' | 'high' | 'n'>; readonly share?: undefined }
)

interface Props {
  readonly run: string
  readonly findings: readonly RunFinding[]
}

/** Voxels drawn at once; the cube has them all. */
const few = 5

/** What can be stated about a run, each with its figures and the way to its samples. */
export function Findings({ run, findings }: Props) {
  return (
    <ol className="findings">
      {findings.map(finding => {
        const lines = linesOf(run, finding)
        const key = finding.kind === 'blind' ? `${finding.kind} ${finding.image}` : finding.kind
        return (
          <li key={key} data-shown={finding.isShown}>
            <p className="finding">{findingWords(finding)}</p>
            {finding.kind === 'unclear' && finding.voxels.length > 0 && (
              <p className="muted">
                <PageLink href={resultsHref(run, 'cube')}>In the cube</PageLink> they are hollow.
              </p>
            )}
            {lines.length > 0 && <Lines subject={subjects[finding.kind]} lines={lines.slice(0, few)} />}
            {lines.length > few && (
              <p className="muted">
                And{' '}
                <PageLink href={resultsHref(run, finding.kind === 'degraded' ? 'probes' : 'cube')}>
                  {count(lines.length - few)} more{' '}
                  {finding.kind === 'degraded' ? 'under Probes' : 'in the cube'}
                </PageLink>
                .
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The findings of a run that is open; its passes and its previous run are read for them. */
export function RunFindings({ results: { run, rows }, levels }: Omit<TabProps, 'query'>) {
  const controller = useController()
  const found = useAsync(`findings of ${run.id}, ${rows.length} rows, levels ${JSON.stringify(levels)}`, () =>
    controller.findings(run.id, levels),
  )
  return (
    <section className="stack whole" aria-label="Findings">
      <Awaited of={found} doing="Looking for findings…" />
      {found.status === 'ready' && (
        <>
          <Findings run={run.id} findings={found.value} />
          {hasTests(found.value) && <MethodsNote>{findingMethods}</MethodsNote>}
        </>
      )}
    </section>
  )
}

/** What a line of each kind of finding is about. */
const subjects: Readonly<Record<RunFinding['kind'], string>> = {
  weakest: 'Voxel',
  below: 'Voxel',
  shortcut: 'Diagnosis',
  blind: 'Image',
  degraded: 'Image',
  published: 'Run',
  previous: 'Run',
  overall: 'Run',
  unread: 'Run',
  constant: 'Task',
  'yes-no': 'Right answer',
  unclear: 'Run',
}

const columnsOf = (subject: string): readonly TableColumn<Line>[] => [
  { key: 'label', name: subject, cell: ({ label, href }) => <PageLink href={href}>{label}</PageLink> },
  {
    key: 'share',
    name: 'Figure',
    isNumber: true,
    isStrong: true,
    cell: ({ share, gap }) => (gap ? points(gap.difference) : percent(share.share)),
  },
  {
    key: 'interval',
    name: '95% interval',
    isNumber: true,
    cell: ({ share, gap }) => (gap ? pointsInterval(gap.low, gap.high) : interval(share.low, share.high)),
  },
  {
    key: 'chance',
    name: 'Guessing',
    isNumber: true,
    cell: ({ share }) => (share?.chance == null ? none : percent(share.chance)),
  },
  {
    key: 'majority',
    name: 'Most frequent answer',
    isNumber: true,
    cell: ({ share }) => (share?.majority === undefined ? none : percent(share.majority)),
  },
  { key: 'n', name: 'n', isNumber: true, cell: ({ share, gap }) => count((gap ?? share).n) },
  {
    key: 'whisker',
    name: 'Drawn',
    className: 'whisker-column',
    cell: ({ share, gap }) => (gap ? <GapWhisker {...gap} /> : <Whisker {...share} />),
  },
]

function Lines({ subject, lines }: { readonly subject: string; readonly lines: readonly Line[] }) {
  const table = (
    <Table
      caption="Figures of the finding"
      columns={columnsOf(subject)}
      rows={lines}
      keyOf={({ label }) => label}
    />
  )
  return usePaper() ? table : <div className="table-frame">{table}</div>
}

function linesOf(run: string, finding: RunFinding): readonly Line[] {
  switch (finding.kind) {
    case 'weakest':
    case 'below':
      return finding.voxels.map(voxel => ({
        label: voxelName(voxel),
        href: resultsHref(run, 'samples', {
          task: voxel.task,
          modality: voxel.modality === everything ? null : voxel.modality,
          parts: voxel.parts === everything ? null : voxel.parts,
        }),
        share: voxel,
      }))
    case 'shortcut': {
      const { shortcut, grounded, guessing } = finding.rates
      return [
        {
          label: 'Diagnosis with wrong perception',
          href: resultsHref(run, 'shortcuts'),
          share: { ...shortcut, chance: guessing },
        },
        {
          label: 'Diagnosis with right perception',
          href: resultsHref(run, 'chains'),
          share: { ...grounded, chance: null },
        },
      ]
    }
    case 'blind': {
      const { run: pass, overall } = finding.figures
      return [
        { label: `With a ${finding.image} image`, href: resultsHref(pass, 'samples'), share: overall.blind },
        { label: 'With the image', href: resultsHref(run, 'samples'), share: overall.seen },
      ]
    }
    case 'degraded':
      return finding.passes.map(pass => ({
        label: `${corruptedName(pass)}, minus clean`,
        href: resultsHref(pass.run, 'samples'),
        gap: pass.overall,
      }))
    case 'published':
      return [{ label: 'This run', href: resultsHref(run, 'samples'), share: finding.overall }]
    case 'previous': {
      const { overall, run: earlier } = finding.previous
      return [{ label: 'This run minus the previous one', href: compareHref([earlier, run]), gap: overall }]
    }
    case 'yes-no':
      return (['yes', 'no'] as const).flatMap(answer => {
        const share = finding.figures[answer]
        return share ? [{ label: `Recall of ${answer}`, href: resultsHref(run, 'samples'), share }] : []
      })
    case 'constant':
      return finding.tasks.map(task => ({
        label: label(task.label),
        href: resultsHref(run, 'samples', { task: task.label }),
        share: task,
      }))
    case 'overall':
    case 'unread':
    case 'unclear':
      return []
  }
}
