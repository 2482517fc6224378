import { isAboveOrBelowChance, type VoxelEstimate } from '../../engine/report.ts'
import { CubeFrame } from '../charts/cube-frame.tsx'
import { cubeLayout } from '../charts/cube-layout.ts'
import { CubeLegend, legendLayout } from '../charts/cube-legend.tsx'
import { paint } from '../charts/scale.ts'
import { percentShort } from '../format.ts'

/** What a printed page holds. */
const room = 860

/** The cube as the page draws it, without what only a screen can do. */
export function ReportCube({ voxels }: { readonly voxels: readonly VoxelEstimate[] }) {
  const layout = cubeLayout(voxels, room)
  const width = Math.max(layout.width, room)
  const legendHeight = legendLayout(width).height + 12
  const height = layout.height + legendHeight
  const name = 'Accuracy of every voxel, task by modality in each region; the table below has the figures'
  return (
    <figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it is scrolled, with the keyboard too */}
      <section className="table-frame" aria-label="Picture of the competency cube" tabIndex={0}>
        <svg className="cube-map" role="img" aria-label={name} viewBox={`0 0 ${width} ${height}`}>
          <CubeLegend width={width} />
          <g transform={`translate(0 ${legendHeight})`}>
            <CubeFrame layout={layout} />
            {layout.cells.map(({ key, x, y, side, voxel }) => (
              <g key={key} className="cube-cell" data-sure={isAboveOrBelowChance(voxel)}>
                <rect
                  className="cube-square"
                  x={x - side / 2}
                  y={y - side / 2}
                  width={side}
                  height={side}
                  style={paint(voxel)}
                />
                <text className="cube-number" x={x} y={y + 28}>
                  {percentShort(voxel.share)}
                </text>
              </g>
            ))}
          </g>
        </svg>
      </section>
      <figcaption>
        The competency cube: each square is a voxel (region, modality, task), its number the accuracy in %.
      </figcaption>
    </figure>
  )
}
