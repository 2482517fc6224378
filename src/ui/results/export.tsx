import { useState } from 'react'
import type { LevelChoice, Results } from '../../app/controller/controller-api.ts'
import type { ExportName } from '../../engine/analysis/rows.ts'
import { counted } from '../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { isFormula } from '../../engine/base/formula.ts'
import { useController } from '../hooks/use-app.ts'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { count } from '../text/format.ts'

type FileName = ExportName | 'report.html'

const files: readonly { name: FileName; what: string; reader: string }[] = [
  {
    name: 'report.html',
    what: 'The figures with charts, confidence and probes too, settings, machine, methods and citations: to be read, printed and sent.',
    reader: 'Any browser opens it, without a network; it holds no scripts, no images and no questions.',
  },
  {
    name: 'results.json',
    what: 'Every answered sample with its own fields, prompt, raw answer and verdict.',
    reader: 'As MedRCube’s run_eval.py writes it; its shortcut_analysis.py reads it.',
  },
  {
    name: 'metrics_summary.json',
    what: 'Accuracy overall, by slice and by voxel.',
    reader: 'As MedRCube’s run_eval.py writes it.',
  },
  {
    name: 'shortcut.json',
    what: 'Groups A to D and the three rates, with the levels chosen under Shortcuts.',
    reader: 'The report of MedRCube’s shortcut_analysis.py as JSON.',
  },
  {
    name: 'shortcut_report.csv',
    what: 'The same as one table row, for spreadsheets and for comparing models.',
    reader: 'As MedRCube’s shortcut_analysis.py writes it.',
  },
  {
    name: 'run.json',
    what: 'The whole run: settings, machine, fingerprints, every record, failures, timings and extra passes too.',
    reader: 'Voxelwise reads it again under Results, here or on another computer.',
  },
  {
    name: 'inspect.eval',
    what: 'A log of Inspect: every sample with its answer and score, without images.',
    reader: 'inspect_ai’s read_eval_log and inspect view.',
  },
  {
    name: 'lmms-eval.zip',
    what: 'Results and samples as lmms-eval logs them.',
    reader: 'lmms-eval’s log viewer; its --baseline pairs other runs with the samples.',
  },
  {
    name: 'vlmevalkit.zip',
    what: 'The data set without its images, and the predictions, as TSV.',
    reader: 'VLMEvalKit’s evaluate, with PRED_FORMAT=tsv; it judges by its own rule.',
  },
]

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
}

/** The run's report, and its files in the official formats and in our own. */
export function ExportTab({ results: { run, rows, overview }, levels }: Props) {
  const controller = useController()
  const [busy, setBusy] = useState<FileName | null>(null)
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const failed = rows.filter(row => row.verdict === 'failed').length
  const save = async (name: FileName) => {
    setBusy(name)
    setProblem(null)
    try {
      const file =
        name === 'report.html'
          ? await controller.report(run.id, levels)
          : await controller.exportFile(run.id, name, levels)
      download(file, name)
    } catch (thrown) {
      setProblem(internalError(name, thrown))
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <h2>Export</h2>
      {overview.part && (
        <p className="warning">
          The official files have no place to say that only {count(overview.part.asked)} of{' '}
          {count(overview.part.of)} questions were asked: whoever reads them must be told. report.html and
          run.json say it.
        </p>
      )}
      {failed > 0 && (
        <p className="warning">
          {counted(failed, 'failed sample')} {failed === 1 ? 'is' : 'are'} no answer and in no file of
          official form; run.json and inspect.eval hold {failed === 1 ? 'it' : 'them'}.
        </p>
      )}
      {(levels.high || levels.ignore) && (
        <p className="warning">
          The report and the shortcut files use your own task levels, not the official defaults.
        </p>
      )}
      {isFormula(run.model.name) && (
        <p className="warning">
          The model’s name begins like a formula, and shortcut_report.csv holds it as it is, since the
          official tools read it so: open that file as text, not in a spreadsheet.
        </p>
      )}
      {problem && <ErrorBox error={problem} />}
      <ul className="exports">
        {files.map(({ name, what, reader }) => (
          <li key={name}>
            <button type="button" className="button" disabled={busy !== null} onClick={() => void save(name)}>
              {name}
            </button>
            <div>
              <p>{what}</p>
              <p className="muted">{reader}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {busy && `Writing ${busy}`}
      </p>
    </>
  )
}
