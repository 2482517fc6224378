import { adviceHeading } from './advice/advice-panel.tsx'
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

/** Where to download or export a model. */
export function WhereToGetModels() {
  return (
    <details className="where">
      <summary>Where to get one</summary>
      <div className="where-body">
        <p>
          Small models on huggingface.co are listed below, with commands to download or export them. Their
          families are tested against PyTorch.
        </p>
        <div>
          <button type="button" className="button small" onClick={goToAdvice}>
            Show the models
          </button>
        </div>
      </div>
    </details>
  )
}

function goToAdvice(): void {
  const heading = document.getElementById(adviceHeading)
  heading?.scrollIntoView()
  heading?.focus()
}
