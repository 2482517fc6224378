import { adviceHeading } from './advice/advice-panel.tsx'
import { Command } from './command.tsx'
import { downloadDataset, installDownloader } from './published-sources.ts'

/** Where a data set can be had. */
export function WhereToGetData() {
  return (
    <details className="where">
      <summary>Where to get one</summary>
      <div className="where-body">
        <p>
          MedRCube is published as Flmc/MedRCube on huggingface.co. About 1,000 of its 7,626 samples come
          without their images, which their sources do not let anyone pass on; these are skipped and counted.
        </p>
        <Command line={downloadDataset} />
        <p className="muted">
          The command comes with {installDownloader}. Any folder with a test.json of the same fields will do.
        </p>
      </div>
    </details>
  )
}

/** Where a model can be had, and what to do where it cannot. */
export function WhereToGetModels() {
  return (
    <details className="where">
      <summary>Where to get one</summary>
      <div className="where-body">
        <p>
          Small ones on huggingface.co, of families that are checked against PyTorch, are listed below with
          the commands that fetch them; so is how one that nobody has published in ONNX is exported.
        </p>
        <div>
          <button type="button" className="button small" onClick={goToAdvice}>
            See which
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
