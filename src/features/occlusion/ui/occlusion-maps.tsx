import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { counted } from '../../../engine/base/counted.ts'
import { foundBy } from '../../../engine/probes/feature-finding.ts'
import { MethodsNote } from '../../../ui/shared/controls/page-link.tsx'
import type { Section } from '../../../ui/shared/sections.tsx'
import { figure, shareColumns, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { coefficient, count, none } from '../../../ui/text/format.ts'
import { voxelName } from '../../../ui/text/voxels.ts'
import {
  isBorneOut,
  type MapChecks,
  type MeanMap,
  type OcclusionFigures,
  occlusionName,
} from '../engine/figures.ts'
import { BlockKey, BlockMap } from './block-map.tsx'
import { PointingTable } from './pointing.tsx'

type Row = MeanMap & { readonly name: string }

/** Where in the images the answers depend on them: over all questions, and by voxel. */
function OcclusionMaps({ figures }: { readonly figures: OcclusionFigures }) {
  const { checks, flat, overall, voxels } = figures
  const rows: readonly Row[] = [
    ...(overall ? [{ name: 'All questions', ...overall }] : []),
    ...voxels.map(voxel => ({ name: voxelName(voxel), ...voxel })),
  ]
  const isExplained = checks !== null && isBorneOut(checks)
  return (
    <>
      <CheckNote checks={checks} />
      {flat > 0 && (
        <p className="prose muted">{counted(flat, 'question')} whose answer no block changes left out.</p>
      )}
      {overall && (
        <>
          <div className="mean-map">
            <Drawn name="All questions" map={overall} />
          </div>
          <BlockKey />
        </>
      )}
      <DataTable
        caption={
          isExplained ? 'Where the answers depend on the image' : 'Mean maps, which are not explanations'
        }
        rows={rows}
        rowKey={({ name }) => name}
        isWide
        columns={[
          textColumn<Row>('voxel', 'Voxel', ({ name }) => name),
          {
            key: 'map',
            name: 'Mean map',
            cell: row => (
              <span className="small-map">
                <Drawn name={row.name} map={row} />
              </span>
            ),
          },
          figure<Row>('n', 'n', ({ n }) => n, count),
          figure<Row>('clusters', 'Images', ({ clusters }) => clusters, count),
          ...shareColumns<Row>('border', 'In the border', ({ border }) => border),
          ...shareColumns<Row>('corners', 'In the corners', ({ corners }) => corners),
          { name: 'borne_out', value: () => String(isExplained) },
          { name: 'cells', value: ({ cells }) => cells.map(cell => cell.toFixed(4)).join(' ') },
        ]}
        file="voxelwise-occlusion.csv"
      />
      <PointingTable rows={rows} />
      <MethodsNote>
        The tokens of each block of a 4 × 4 grid get the mean of the image’s tokens, and only the decoder runs
        again. A drop is that of the answer’s log-probability among the options. Each map is divided by the
        sum of its absolute drops; maps of one image are averaged first. A map without places has 36% in the
        outer tenth of the image and 16% in the corners, which are a fifth of the sides.
      </MethodsNote>
    </>
  )
}

const Drawn = ({ name, map }: { readonly name: string; readonly map: MeanMap }) => (
  <BlockMap
    cells={map.cells}
    side={map.side}
    most={Math.max(...map.cells.map(Math.abs))}
    label={`Mean occlusion map: ${name}`}
  />
)

function CheckNote({ checks }: { readonly checks: MapChecks | null }) {
  if (!checks) return <p className="warning">No map was checked yet. Do not read them as explanations.</p>
  const { n, explained, correlation, deletion, randomDeletion } = checks
  const facts = `Of ${counted(n, 'checked map')}, ${count(explained)} beat random orders of removal (mean probability ${deletion.toFixed(3)} against ${randomDeletion.toFixed(3)}). The median rank correlation with maps of the pixels is ${correlation === null ? none : coefficient(correlation)}.`
  return isBorneOut(checks) ? (
    <p className="prose">{facts}</p>
  ) : (
    <p className="warning">
      <strong>These maps are not explanations.</strong> {facts} Both must hold: 95% beat random orders, and a
      correlation of 0.5.
    </p>
  )
}

/** At the end of what the audit shows. */
export const occlusionSection: Section<Pick<ReportFacts, 'probes'>> = {
  id: 'occlusion-maps',
  name: 'Occlusion maps',
  body: ({ probes }) => {
    const figures = probes && foundBy<OcclusionFigures>(occlusionName, probes.added)
    return figures && <OcclusionMaps figures={figures} />
  },
}
