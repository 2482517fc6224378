import { useState } from 'react'
import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import { isFormula } from '../../data/export/csv.ts'
import type { ExportName } from '../../engine/analysis/result-row.ts'
import { counted } from '../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { useController } from '../hooks/use-app.ts'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { isFor, useSavedViews, viewOf } from '../state/saved-views.ts'
import { count } from '../text/format.ts'

type FileName = ExportName | 'report.html' | 'paper.zip'

const files: readonly { name: FileName; what: string; reader: string }[] = [
  {
    name: 'report.html',
    what: 'All figures and charts, settings, methods and references, to read, print and send.',
    reader: 'Opens in any browser, offline. Contains no scripts, images or questions.',
  },
  {
    name: 'paper.zip',
    what: 'Files for a paper: reporting annex, methods, tables, figures and references.',
    reader: 'HTML, text, LaTeX, CSV, BibTeX, SVG, PNG and PDF. Contains no questions and no images.',
  },
  {
    name: 'results.json',
    what: 'Every answered sample with its fields, prompt, raw answer and verdict.',
    reader: 'The format of MedRCube’s run_eval.py, read by its shortcut_analysis.py.',
  },
  {
    name: 'metrics_summary.json',
    what: 'Accuracy overall, by slice and by voxel.',
    reader: 'The format of MedRCube’s run_eval.py.',
  },
  {
    name: 'figures.json',
    what: 'The same accuracies with intervals, clusters, design effect and method.',
    reader: 'Also written by the commands evaluate and score.',
  },
  {
    name: 'shortcut.json',
    what: 'Groups A to D and the three rates, with the task levels from Shortcuts.',
    reader: 'The report of MedRCube’s shortcut_analysis.py, as JSON.',
  },
  {
    name: 'shortcut_report.csv',
    what: 'The same as one table row, for spreadsheets and model comparison.',
    reader: 'The format of MedRCube’s shortcut_analysis.py.',
  },
  {
    name: 'run.json',
    what: 'The whole run: settings, environment, fingerprints, records, failures, timings and extra passes.',
    reader: 'Import it under Results, here or on another computer.',
  },
  {
    name: 'inspect.eval',
    what: 'An Inspect log: every sample with its answer and score, without images.',
    reader: 'Opens with inspect_ai’s read_eval_log and inspect view.',
  },
  {
    name: 'lmms-eval.zip',
    what: 'Results and samples in the log format of lmms-eval.',
    reader: 'Opens in lmms-eval’s log viewer. Its --baseline pairs other runs with the samples.',
  },
  {
    name: 'vlmevalkit.zip',
    what: 'The data set without images, and the predictions, as TSV.',
    reader: 'For VLMEvalKit’s evaluate with PRED_FORMAT=tsv. It judges by its own rule.',
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
  const saved = useSavedViews().filter(view => isFor(view, overview.fields))
  const views = saved.map(({ tab, query }) => viewOf(tab, new URLSearchParams(query), overview.fields))
  const failed = rows.filter(row => row.verdict === 'failed').length
  const save = async (name: FileName) => {
    setBusy(name)
    setProblem(null)
    try {
      const file =
        name === 'report.html'
          ? await controller.report(run.id, levels, views)
          : name === 'paper.zip'
            ? await controller.paper(run.id, levels, views)
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
          The official files cannot record that only {count(overview.part.asked)} of {count(overview.part.of)}{' '}
          questions were asked. Tell your readers, or send report.html or run.json.
        </p>
      )}
      {failed > 0 && (
        <p className="warning">
          {counted(failed, 'failed sample')} missing from the official files. run.json and inspect.eval
          contain {failed === 1 ? 'it' : 'them'}.
        </p>
      )}
      {(levels.high || levels.ignore) && (
        <p className="warning">
          The report and the shortcut files use your own task levels, not the official defaults.
        </p>
      )}
      {isFormula(run.model.name) && (
        <p className="warning">
          The model’s name looks like a formula, and shortcut_report.csv keeps it unchanged. Open that file as
          text, not in a spreadsheet.
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
