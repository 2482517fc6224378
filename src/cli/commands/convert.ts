/**
 * Writes a run for other evaluation tools, or their logs as a run: plain Node. Run by `npm run -s convert -- …`.
 */
import { existsSync, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inspectArchive } from '../../data/export/inspect-archive.ts'
import { inspectLogFile, inspectName } from '../../data/export/inspect-log.ts'
import { lmmsEvalFiles } from '../../data/export/lmms-eval.ts'
import type { ToExport } from '../../data/export/other-tools.ts'
import { readRun } from '../../data/export/read-run.ts'
import { serializeRun } from '../../data/export/run-file.ts'
import { vlmevalkitFiles } from '../../data/export/vlmevalkit.ts'
import { overviewOf } from '../../data/formats/dataset-overview.ts'
import { loadDataset } from '../../data/formats/registry.ts'
import { type NamedBlob, readLog } from '../../data/logs/read-log.ts'
import { datasetHere, runOfLog } from '../../data/logs/run-of-log.ts'
import { fsError } from '../../data/sources/node.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { fitWords, toolWords } from '../../engine/protocol/elsewhere.ts'
import { type Arguments, readArguments, runCommand, usageError } from '../base/arguments.ts'
import { called } from '../base/called.ts'
import { openFile, writeBlob, writeParts } from '../base/files.ts'
import { mappingFromFile } from '../base/mapping-file.ts'
import { printable } from '../base/printable.ts'
import { hereWithoutModel } from '../native/environment.ts'
import { bundledFolders } from '../serve/serve.ts'

const tools = ['inspect', 'lmms-eval', 'vlmevalkit'] as const
type Tool = (typeof tools)[number]

const usage = `  ${called('convert')} --run FILE --out DIR [--for ${tools.join(',')}]
  ${called('convert')} --log FILE --dataset PATH --out DIR [--mapping FILE] [--split SPLIT]
Options:
  --run FILE    a run.json, as the page and evaluate write it
  --out DIR     where the files are written
  --for LIST    for which tools (all): inspect (.json and .eval), lmms-eval (results and samples),
                vlmevalkit (data set and predictions as TSV)
  --log FILE    what another tool logged: Inspect (.eval, .json), lmms-eval (…_samples_….jsonl; the
                …_results.json beside it is read, too) or VLMEvalKit (predictions as TSV)
  --dataset PATH, --mapping FILE, --split SPLIT
                the data set that it was made on, as evaluate takes it; DIR then gets a run.json
Passes of the run are not written: the other tools know none.`

const spec = {
  run: 'text',
  log: 'text',
  dataset: 'text',
  mapping: 'text',
  split: 'text',
  out: 'text',
  for: 'text',
  help: 'flag',
} as const

async function convert(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, spec, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  if (args.log !== undefined) return fromLog({ ...args, log: args.log })
  if (!args.run || !args.out) throw usageError('An option is missing.', args.run ? '--out' : '--run', usage)
  const chosen = (args.for?.split(',') ?? tools).map(name => {
    const tool = tools.find(known => known === name)
    if (tool) return tool
    throw usageError(`There is no tool "${name}"; there are ${tools.join(', ')}.`, `--for ${name}`, usage)
  })
  const { run, records } = await readRun(await openFile(args.run))
  const inOrder = [...records].sort((a, b) => a.sample.index - b.sample.index)
  for (const tool of chosen) await write(tool, { run, records: inOrder }, args.out)
}

/** A log as a run.json that the page opens. */
async function fromLog(args: Arguments<typeof spec> & { readonly log: string }): Promise<void> {
  const { log: path, dataset, out, run } = args
  if (run !== undefined) throw usageError('Give either --run or --log.', '--run', usage)
  if (!dataset || !out) throw usageError('An option is missing.', dataset ? '--out' : '--dataset', usage)
  const { log, file } = await readLog(await logFiles(path))
  const folder = dataset === 'demo' ? join(bundledFolders, 'datasets/phantom-cube') : dataset
  const { source } = pickedPath(folder)
  const loaded = await loadDataset(source, {
    mapping: args.mapping === undefined ? undefined : await mappingFromFile(args.mapping),
    split: args.split,
  })
  const overview = overviewOf(loaded, dataset === 'demo' ? 'bundled' : source.kind)
  const parts = await runOfLog(log, file, datasetHere(loaded, overview), hereWithoutModel())
  const { elsewhere } = parts.run.model
  if (elsewhere) console.error(printable(`${toolWords(elsewhere)}: ${fitWords(elsewhere)}`))
  await writeParts(join(out, 'run.json'), serializeRun(parts))
}

/** With what lies beside lmms-eval's samples and belongs to them. */
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

await runCommand(() => convert(process.argv.slice(2)))
