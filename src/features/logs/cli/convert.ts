/** Writes a run for other evaluation tools, or their logs as a run. Run by `npm run -s convert -- …`. */
import { existsSync, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CommandSpec, defineCommand, type Io, runIfStarted } from '../../../cli/base/command.ts'
import { privacyOptions, readingOptions, tableReading } from '../../../cli/base/dataset-options.ts'
import { openFile, writeBlob, writeParts } from '../../../cli/base/files.ts'
import { called, demoDataset } from '../../../cli/base/installed.ts'
import { type OptionValues, textOption, usageError } from '../../../cli/base/options.ts'
import { watchedReading } from '../../../cli/base/watched-reading.ts'
import { hereWithoutModel } from '../../../cli/native/environment.ts'
import { serializeRun } from '../../../data/export/run-file.ts'
import { readRun } from '../../../data/export/run-file-stream.ts'
import type { NamedBlob } from '../../../data/formats/import-kind.ts'
import { datasetHere } from '../../../data/formats/portioned-dataset.ts'
import { summariseDataset } from '../../../data/formats/summarise-dataset.ts'
import { readQuestions } from '../../../data/questions/open-questions.ts'
import { fsError } from '../../../data/sources/node.ts'
import { pickedPath } from '../../../data/sources/picked-path.ts'
import { fitWords, toolWords } from '../../../engine/protocol/elsewhere.ts'
import { readLog } from '../data/read-log.ts'
import { runOfLog } from '../data/run-of-log.ts'
import { inspectArchive } from '../data/writing/inspect-archive.ts'
import { inspectLogFile, inspectName } from '../data/writing/inspect-log.ts'
import { lmmsEvalFiles } from '../data/writing/lmms-eval.ts'
import type { ToExport } from '../data/writing/other-tools.ts'
import { vlmevalkitFiles } from '../data/writing/vlmevalkit.ts'

const tools = ['inspect', 'lmms-eval', 'vlmevalkit'] as const
type Tool = (typeof tools)[number]

const call = called('convert')

export const spec = {
  name: 'convert',
  about: 'Writes a run for other evaluation tools, or reads a log of theirs as a run.',
  synopsis: [
    `${call} --run FILE --out DIR [--for ${tools.join(',')}]`,
    `${call} --log FILE --dataset PATH --out DIR [--mapping FILE] [--split SPLIT]`,
  ],
  options: [
    textOption('run', 'FILE', 'A run.json, written by the page or by evaluate.', { notWith: ['log'] }),
    textOption('out', 'DIR', 'Where the files are written.', { required: true }),
    textOption(
      'for',
      'LIST',
      'With --run: the tools to write for, separated by commas: inspect (.json and .eval), lmms-eval (results and samples), vlmevalkit (data set and predictions as TSV).',
      { default: 'all' },
    ),
    textOption(
      'log',
      'FILE',
      'A log of Inspect (.eval, .json), lmms-eval (…_samples_….jsonl; the …_results.json next to it is read too) or VLMEvalKit (predictions as TSV).',
      { needs: 'dataset' },
    ),
    textOption('dataset', 'PATH', 'With --log: the data set of that log. DIR then gets a run.json.'),
    ...readingOptions,
    ...privacyOptions,
  ],
  notes: ['Extra passes of the run are not written, because the other tools have none.'],
} as const satisfies CommandSpec

type Args = OptionValues<typeof spec.options>

export const main = defineCommand(spec, async ({ args, io }) => {
  const { log, run, out } = args
  if (log !== undefined) return fromLog(args, log, io)
  if (run === undefined) throw usageError('Give either --run or --log.', '--run')
  const chosen = (args.for?.split(',') ?? tools).map(name => {
    const tool = tools.find(known => known === name)
    if (tool) return tool
    throw usageError(`There is no tool "${name}". Choose from ${tools.join(', ')}.`, `--for ${name}`)
  })
  const { run: whole, records } = await readRun(await openFile(run))
  const inOrder = [...records].sort((a, b) => a.sample.index - b.sample.index)
  for (const tool of chosen) await write(tool, { run: whole, records: inOrder }, out)
})

/** A log as a run.json that the page opens. */
async function fromLog(args: Args, path: string, { stderr }: Io): Promise<void> {
  const { dataset = '', out } = args
  const { log, file } = await readLog(await logFiles(path))
  const { source } = pickedPath(dataset === 'demo' ? demoDataset : dataset)
  const reading = await tableReading(args)
  const { loaded } = await watchedReading(source, (watched, onProgress) =>
    readQuestions(watched, { ...reading, onProgress }),
  )
  const overview = summariseDataset(loaded, dataset === 'demo' ? 'bundled' : source.kind)
  const parts = await runOfLog(log, file, datasetHere(loaded, overview), hereWithoutModel())
  const { elsewhere } = parts.run.model
  if (elsewhere) stderr(`${toolWords(elsewhere)}: ${fitWords(elsewhere)}`)
  await writeParts(join(out, 'run.json'), serializeRun(parts))
}

/** The log, and with lmms-eval's samples the results next to them. */
async function logFiles(path: string): Promise<readonly NamedBlob[]> {
  const open = async (file: string): Promise<NamedBlob> => {
    await stat(file).catch(fsError(file))
    return { name: basename(file), blob: await openAsBlob(file) }
  }
  const results = path.endsWith('.jsonl') ? path.replace(/_samples_.*/s, '_results.json') : path
  const beside = results === path || !existsSync(results) ? [] : [await open(results)]
  return [await open(path), ...beside]
}

async function write(tool: Tool, exported: ToExport, out: string): Promise<void> {
  const files = {
    inspect: () => [inspectLogFile(exported)],
    'lmms-eval': () => lmmsEvalFiles(exported),
    vlmevalkit: () => vlmevalkitFiles(exported),
  }
  for (const { name, parts } of files[tool]()) await writeParts(join(out, tool, name), parts)
  if (tool === 'inspect')
    await writeBlob(join(out, tool, `${inspectName(exported.run)}.eval`), await inspectArchive(exported))
}

await runIfStarted(import.meta.url, main)
