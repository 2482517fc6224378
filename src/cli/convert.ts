/**
 * Writes a run for other evaluation tools: from a run.json, plain Node. Run by `npm run -s convert -- …`.
 */
import { join } from 'node:path'
import { inspectArchive } from '../data/export/inspect-archive.ts'
import { inspectLogFile, inspectName } from '../data/export/inspect-log.ts'
import { lmmsEvalFiles } from '../data/export/lmms-eval.ts'
import type { ToExport } from '../data/export/other-tools.ts'
import { parseRun } from '../data/export/run-file.ts'
import { vlmevalkitFiles } from '../data/export/vlmevalkit.ts'
import { readArguments, runCommand, usageError } from './arguments.ts'
import { called } from './called.ts'
import { readText, writeBlob, writeParts } from './files.ts'

const tools = ['inspect', 'lmms-eval', 'vlmevalkit'] as const
type Tool = (typeof tools)[number]

const usage = `  ${called('convert')} --run FILE --out DIR [--for ${tools.join(',')}]
Options:
  --run FILE    a run.json, as the page and evaluate write it
  --out DIR     where the files are written
  --for LIST    for which tools (all): inspect (.json and .eval), lmms-eval (results and samples),
                vlmevalkit (data set and predictions as TSV)
Passes of the run are not written: the other tools know none.`

const spec = { run: 'text', out: 'text', for: 'text', help: 'flag' } as const

async function convert(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, spec, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  if (!args.run || !args.out) throw usageError('An option is missing.', args.run ? '--out' : '--run', usage)
  const chosen = (args.for?.split(',') ?? tools).map(name => {
    const tool = tools.find(known => known === name)
    if (tool) return tool
    throw usageError(`There is no tool "${name}"; there are ${tools.join(', ')}.`, `--for ${name}`, usage)
  })
  const { run, records } = parseRun(await readText(args.run), args.run)
  const inOrder = [...records].sort((a, b) => a.sample.index - b.sample.index)
  for (const tool of chosen) await write(tool, { run, records: inOrder }, args.out)
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
