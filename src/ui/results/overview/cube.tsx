import { useMemo } from 'react'
import type { Controller } from '../../../app/controller/commands.ts'
import { officialLevels, shortcutOptions } from '../../../app/controller/levels.ts'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import { isMostlyUnread } from '../../../engine/analysis/unread.ts'
import { isA } from '../../../engine/probes/kind-of.ts'
import { blankImage } from '../../../engine/probes/kinds/blank-image.ts'
import { axes } from '../../../engine/protocol/sample.ts'
import {
  aboveLook,
  accuracyLook,
  blindLook,
  type CubeLook,
  countLook,
  differenceLook,
  unreadLook,
} from '../../charts/cube-look.ts'
import { CubeMap } from '../../charts/cube-map.tsx'
import { VoxelTable } from '../../charts/voxel-table.tsx'
import { useApp, useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { useOtherRuns } from '../../hooks/use-other-runs.ts'
import { Awaited } from '../../shared/controls/error-box.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { chosenOne, type ShownBy } from '../../shared/sections.tsx'
import { hrefWith } from '../../state/router.ts'
import { readView } from '../../state/saved-views.ts'
import { howRun } from '../../text/format.ts'
import { type VoxelLabels, voxelKey } from '../../text/voxels.ts'
import { FieldChoices, FieldView } from '../subgroups/subgroups.tsx'
import { blindVoxels, margins, voxelDifferences } from './cube-margins.ts'
import { CubeSide } from './weak-voxels.tsx'

/** The view’s name. */
export const cubeName = 'Competency cube'

/** On the page, in one row with the choices. */
const heading = <h2>{cubeName}</h2>

interface CubeProps {
  readonly facts: Pick<Results, 'run' | 'rows' | 'overview'>
  readonly chosen: ShownBy
}

/** Accuracy by voxel, with all of each row and column at its end. */
export function Cube({ facts, chosen }: CubeProps) {
  const { rows, overview } = facts
  const marginal = useMemo(() => margins(rows, overview), [rows, overview])
  if (overview.voxels.length === 0)
    return (
      <>
        {chosen && heading}
        <p className="muted">Nothing answered yet.</p>
      </>
    )
  const voxels = [...overview.voxels, ...marginal]
  // The map is on the report's first page.
  if (chosen === null) return <VoxelTable voxels={overview.voxels} href={() => ''} sort={null} />
  const viewAxes = readView('cube', chosen, overview.fields).fields.map(({ name }) => name)
  return viewAxes.join('\0') !== axes.join('\0') ? (
    <>
      <div className="filters">
        {heading}
        <FieldChoices results={facts} query={chosen} tab="cube" />
      </div>
      <FieldView results={facts} query={chosen} tab="cube" />
    </>
  ) : (
    <CubePage facts={facts} chosen={chosen} voxels={voxels} />
  )
}

/** The map alone, as it is printed. */
export function CubeOnPaper({ rows, overview }: CubeProps['facts']) {
  if (overview.voxels.length === 0) return null
  const voxels = [...overview.voxels, ...margins(rows, overview)]
  const look = isMostlyUnread(overview.unread) ? unreadLook : accuracyLook
  return <CubeMap title={titles.accuracy} voxels={voxels} look={look} href={() => ''} />
}

const shownViews = ['accuracy', 'above', 'difference', 'blind', 'n'] as const

const titles: Readonly<Record<(typeof shownViews)[number], string>> = {
  accuracy: 'Accuracy of every voxel, task by modality in each region',
  above:
    'Accuracy of every voxel above guessing or the most frequent answer, task by modality in each region',
  difference: 'Difference of every voxel from another run, task by modality in each region',
  blind: 'Accuracy of every voxel on a blank image, task by modality in each region',
  n: 'Answers of every voxel, task by modality in each region',
}

interface PageProps extends CubeProps {
  readonly chosen: URLSearchParams
  readonly voxels: readonly VoxelEstimate[]
}

/** What is shown is chosen above the cube; next to it, the weakest voxels or the chosen one. */
function CubePage({ facts, chosen, voxels }: PageProps) {
  const controller = useController()
  const runs = useApp(state => state.runs) ?? []
  const { run, overview } = facts
  const view = chosenOne(chosen, 'shown', shownViews)
  const others = useOtherRuns(run)
  const other = others.find(({ id }) => id === chosen.get('other')) ?? others[0]
  const more = useAsync(`${view} of the cube of ${run.id}, ${other?.id}`, signal =>
    moreOfCube(controller, view, run.id, other?.id, signal),
  )
  const hasBlank = runs.some(({ run: { parent, probe } }) => parent === run.id && isA(blankImage, probe))
  const href = ({ task, modality, parts }: VoxelLabels) => hrefWith({ task, modality, parts })
  const [shown, look] = useMemo(
    () =>
      isMostlyUnread(overview.unread) && view !== 'n'
        ? [voxels, unreadLook]
        : viewed(view, voxels, more.status === 'ready' ? more.value : {}),
    [view, voxels, more, overview],
  )
  return (
    <>
      <div className="filters">
        {heading}
        <ViewChoice {...{ view, hasBlank }} hasOthers={others.length > 0} />
        <FieldChoices results={facts} query={chosen} tab="cube" />
        {view === 'difference' && other && (
          <QuerySelect
            label="Minus"
            name="other"
            value={other.id}
            choices={others.map(({ id, name }) => [id, name] as const)}
          />
        )}
      </div>
      <Awaited of={more} doing="Reading…" />
      <div className="cube-page">
        <CubeMap
          title={titles[view]}
          voxels={shown}
          planned={voxels}
          look={look}
          href={href}
          source={
            view === 'difference' && other
              ? `${run.name} minus ${other.name}`
              : `${run.model.name} (${howRun(run)}) on ${run.dataset.name}`
          }
        />
        <CubeSide facts={facts} voxels={voxels} chosen={chosenVoxel(chosen)} />
      </div>
      <VoxelTable voxels={overview.voxels} href={href} sort={chosen.get('sort')} />
    </>
  )
}

/** What is known of the voxels besides the run itself. */
interface MoreOfCube {
  readonly differences?: ReturnType<typeof voxelDifferences>
  readonly blind?: readonly VoxelEstimate[]
}

async function moreOfCube(
  controller: Controller,
  view: (typeof shownViews)[number],
  run: string,
  other: string | undefined,
  signal: AbortSignal,
): Promise<MoreOfCube> {
  if (view === 'difference' && other !== undefined) {
    const { comparison } = await controller.compare([other, run], officialLevels)
    return { differences: voxelDifferences(comparison) }
  }
  if (view === 'blind') {
    const { blank } = await controller.fact(
      'probes',
      { run, levels: shortcutOptions(officialLevels) },
      signal,
    )
    return { blind: blank ? blindVoxels(blank) : [] }
  }
  return {}
}

/** The voxels that a view shows, and how it shows them. */
function viewed(
  view: (typeof shownViews)[number],
  voxels: readonly VoxelEstimate[],
  { differences = [], blind = [] }: MoreOfCube,
): readonly [readonly VoxelEstimate[], CubeLook] {
  switch (view) {
    case 'above':
      return [voxels, aboveLook]
    case 'n':
      return [voxels, countLook]
    case 'blind':
      return [blind, blindLook('blank')]
    case 'difference': {
      const known = new Set(differences.map(voxelKey))
      return [voxels.filter(voxel => known.has(voxelKey(voxel))), differenceLook(differences)]
    }
    case 'accuracy':
      return [voxels, accuracyLook]
  }
}

interface ViewProps {
  readonly view: string
  readonly hasOthers: boolean
  readonly hasBlank: boolean
}

const ViewChoice = ({ view, hasOthers, hasBlank }: ViewProps) => (
  <QuerySelect
    label="Show"
    name="shown"
    value={view}
    choices={[
      ['accuracy', 'Accuracy'],
      ['above', 'Above guessing'],
      ...(hasOthers ? [['difference', 'Difference to a run'] as const] : []),
      ...(hasBlank ? [['blind', 'On a blank image'] as const] : []),
      ['n', 'Number of answers'],
    ]}
  />
)

function chosenVoxel(query: URLSearchParams): VoxelLabels | null {
  const [task, modality, parts] = axes.map(axis => query.get(axis))
  return task == null || modality == null || parts == null ? null : { task, modality, parts }
}
