import { Command } from './command.tsx'
import { downloadDataset, downloadModel, installDownloader, publishedModels } from './published-sources.ts'

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
        <p>These on huggingface.co are small and of families that are checked against PyTorch:</p>
        <ul>
          {publishedModels.map(([model, repositories]) => (
            <li key={model}>
              {model} <span className="muted">{repositories.join(', ')}</span>
            </li>
          ))}
        </ul>
        {downloadModel.map(line => (
          <Command key={line} line={line} />
        ))}
        <p className="muted">
          The second line fetches one precision: *_q4 for q4, *_quantized for q8, *_fp16 for fp16. A model
          that nobody has published in ONNX must be exported first: README.md says how.
        </p>
      </div>
    </details>
  )
}
