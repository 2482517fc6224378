import type { FileProgress } from '../../app/state/state.ts'
import { bytes } from '../text/format.ts'

/** Progress of loading each model file. */
export function LoadProgress({ files }: { readonly files: readonly FileProgress[] }) {
  return (
    <ul className="load-files">
      {files.map(({ file, loaded, total }) => (
        <li key={file}>
          <span className="mono">{file}</span>
          <progress aria-label={file} value={total > 0 ? loaded : 0} max={Math.max(1, total)} />
          <span className="muted number">
            {bytes(loaded)} of {bytes(total)}
          </span>
        </li>
      ))}
    </ul>
  )
}
