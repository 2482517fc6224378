import { Command } from './advice/command.tsx'
import { downloadDataset, installDownloader } from './advice/published-sources.ts'

/** Where to download a data set. */
export function WhereToGetData() {
  return (
    <details className="where">
      <summary>Where to get one</summary>
      <div className="where-body">
        <p>
          MedRCube is on huggingface.co as Flmc/MedRCube. About 1,000 of its 7,626 samples lack their images,
          which may not be redistributed. Voxelwise skips and counts them.
        </p>
        <Command line={downloadDataset} />
        <p className="muted">
          Install the command with {installDownloader}. Any folder with a test.json in the same format works.
        </p>
      </div>
    </details>
  )
}
