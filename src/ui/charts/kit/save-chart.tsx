import { type RefObject, useState } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { download } from '../../shared/controls/download.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { png, svgAsSeen } from './svg-export.ts'

interface Props {
  readonly svg: RefObject<SVGSVGElement | null>
  /** Name of the SVG file. */
  readonly name: string
}

/** Saves a chart as it is seen: as SVG, and as PNG for programs that read no SVG. */
export function SaveChart({ svg, name }: Props) {
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const pngName = name.replace(/(\.svg)?$/, '.png')
  const saveSvg = () => {
    if (svg.current) download(new Blob([svgAsSeen(svg.current)], { type: 'image/svg+xml' }), name)
  }
  const savePng = async () => {
    setProblem(null)
    try {
      if (svg.current) download(await png(svg.current), pngName)
    } catch (thrown) {
      setProblem(internalError(pngName, thrown))
    }
  }
  return (
    <>
      <div className="actions">
        <button type="button" className="button small" onClick={saveSvg}>
          Save as SVG
        </button>
        <button type="button" className="button small" onClick={() => void savePng()}>
          Save as PNG
        </button>
      </div>
      {problem && <ErrorBox error={problem} />}
    </>
  )
}
