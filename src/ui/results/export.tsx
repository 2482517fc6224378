import { useEffect, useRef, useState } from 'react'
import type { LevelChoice } from '../../app/controller/levels.ts'
import type { ExportName } from '../../engine/analysis/result-row.ts'
import type { SubgroupView } from '../../engine/analysis/subgroup-view.ts'
import { counted } from '../../engine/base/counted.ts'
import { useController } from '../hooks/use-app.ts'
import { useOwnTask } from '../hooks/use-task.ts'
import { Button } from '../shared/controls/button.tsx'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { isFor, useSavedViews, viewOf } from '../state/saved-views.ts'
import { bytes, count } from '../text/format.ts'
import type { TabProps } from './tab-props.ts'

type FileName = ExportName | 'report.html' | 'paper.zip'

interface ExportedAs {
  readonly name: FileName
  readonly what: string
  readonly reader: string
}

const groups: readonly { readonly title: string; readonly files: readonly ExportedAs[] }[] = [
  {
    title: 'To read',
    files: [
      {
        name: 'report.html',
        what: 'One page of results, then all figures and charts, settings, methods and references.',
        reader: 'Opens in any browser, offline. Contains no scripts, images or questions.',
      },
      {
        name: 'paper.zip',
        what: 'Files for a paper: reporting annex, methods, tables, figures and references.',
        reader: 'HTML, text, LaTeX, CSV, BibTeX, SVG, PNG and PDF. Contains no questions and no images.',
      },
    ],
  },
  {
    title: 'To continue elsewhere',
    files: [
      {
        name: 'run.json',
        what: 'The whole run: settings, environment, fingerprints, records, failures, timings and extra passes.',
        reader: 'Import it under Results, here or on another computer.',
      },
    ],
  },
  {
    title: 'For other tools',
    files: [
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
    ],
  },
]
const names = groups.flatMap(({ files }) => files.map(({ name }) => name))

/** Runs of up to this many answers have their files written ahead, to show how large they are. */
const manyAnswers = 5000

/** The run's report, and its files in the official formats and in our own. */
export function ExportTab({ results: { run, rows, overview }, levels }: TabProps) {
  const saved = useSavedViews().filter(view => isFor(view, overview.fields))
  const views = saved.map(({ tab, query }) => viewOf(tab, new URLSearchParams(query), overview.fields))
  const { sizes, fileOf } = useFiles(run.id, rows.length, levels, views)
  const { busy, problem, run: begin } = useOwnTask()
  const failed = rows.filter(row => row.verdict === 'failed').length
  const save = (name: FileName) => begin(name, name, async () => download(await fileOf(name), name))
  const saveAll = () =>
    begin(allFiles, allFiles, async (_, report) => {
      const all = []
      for (const name of names) {
        report(name)
        all.push({ name, blob: await fileOf(name) })
      }
      const { archive } = await import('../../data/export/other-tools.ts')
      download(await archive(all, run.created), allFiles)
    })
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
      {problem && <ErrorBox error={problem} />}
      <div className="actions">
        <Button disabled={busy !== null} onClick={saveAll}>
          Save all files as one zip
        </Button>
      </div>
      {groups.map(({ title, files }) => (
        <section key={title} className="stack" aria-label={title}>
          <h3>{title}</h3>
          <ul className="exports">
            {files.map(({ name, what, reader }) => (
              <li key={name}>
                <div>
                  <Button disabled={busy !== null} onClick={() => save(name)}>
                    {name}
                  </Button>{' '}
                  <span className="muted keep">{sizes[name] !== undefined && bytes(sizes[name])}</span>
                </div>
                <div>
                  <p>{what}</p>
                  <p className="muted">{reader}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="visually-hidden" role="status">
        {busy && `Writing ${busy}`}
      </p>
    </>
  )
}

const allFiles = 'voxelwise-run.zip'

/** The run's files, each written once, and the sizes of those that are written. */
function useFiles(run: string, answers: number, levels: LevelChoice, views: readonly SubgroupView[]) {
  const controller = useController()
  const of = `${run}, ${answers} answers, levels ${JSON.stringify(levels)}, views ${JSON.stringify(views)}`
  const [sizes, setSizes] = useState<{ of: string; bytes: Partial<Record<FileName, number>> }>({
    of,
    bytes: {},
  })
  const written = useRef({ of, files: new Map<FileName, Promise<Blob>>() })
  if (written.current.of !== of) written.current = { of, files: new Map() }
  const write = (name: FileName): Promise<Blob> => {
    if (name === 'report.html') return controller.report(run, levels, views)
    if (name === 'paper.zip') return controller.paper(run, levels, views)
    return controller.exportFile(run, name, levels)
  }
  const fileOf = (name: FileName): Promise<Blob> => {
    const { files } = written.current
    const known = files.get(name)
    if (known !== undefined) return known
    const file = write(name)
    files.set(name, file)
    file.then(
      ({ size }) =>
        setSizes(last => ({ of, bytes: { ...(last.of === of ? last.bytes : {}), [name]: size } })),
      // The caller shows the error; the next press tries again.
      () => files.delete(name),
    )
    return file
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for everything that is read
  useEffect(() => {
    if (answers > manyAnswers) return
    let isCurrent = true
    const writeAhead = async () => {
      for (const name of names) {
        if (!isCurrent) return
        // A press on the file shows what went wrong. The paper's figures take seconds to draw.
        if (name !== 'paper.zip') await fileOf(name).catch(() => null)
      }
    }
    const timer = setTimeout(() => void writeAhead(), 500)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [of])
  return { sizes: sizes.of === of ? sizes.bytes : {}, fileOf }
}
