import type { RefObject } from 'react'
import { download } from '../download.ts'
import { svgAsSeen } from './svg-export.ts'

/** Saves a chart as it is seen. */
export function SaveChart({
  svg,
  name,
}: {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly name: string
}) {
  const save = () => {
    if (svg.current) download(new Blob([svgAsSeen(svg.current)], { type: 'image/svg+xml' }), name)
  }
  return (
    <button type="button" className="button small" onClick={save}>
      Save as SVG
    </button>
  )
}
