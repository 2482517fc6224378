/**
 * Puts the shards of a run together, and tells what is missing, what was answered in different ways and who made what. Run by
 * `npm run -s merge -- …`.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { loadJson } from '../../data/export/load-json.ts'
import { metricsSummaryJson } from '../../data/export/metrics-summary.ts'
import { resultsJson } from '../../data/export/results.ts'
import { shortcutCsv, shortcutJson } from '../../data/export/shortcut-csv.ts'
import { expectOneStratum } from '../../data/shards/differences.ts'
import type { Manifest } from '../../data/shards/manifest.ts'
import { type MergedShards, mergeShards } from '../../data/shards/merge.ts'
import { expectFrozenSamples, mergedRunJson, recordsIn } from '../../data/shards/merged-file.ts'
import { readingsJson, readingsOf } from '../../engine/analysis/readings.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { medrcube } from '../../engine/protocol/protocols/medrcube.ts'
import { judgedOf, metricsSummary } from '../../engine/protocol/metrics.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { analyseShortcuts } from '../../engine/protocol/shortcut.ts'
import { readArguments, runCommand, usageError } from '../base/arguments.ts'
import { called } from '../base/called.ts'
import { writeParts } from '../base/files.ts'
import { printable } from '../base/printable.ts'
import { accuracy } from '../evaluate/progress.ts'
import { shardExitCode } from '../shard/exit-codes.ts'
import { mergeLines, missingLines } from '../shard/merge-words.ts'
import { manifestOf, readShards, shardPaths } from '../shard/read-shards.ts'

const missingCode = 3

const usage = `  ${called('merge')} --out DIR SHARD… [options]
A SHARD is a file that evaluate --shard wrote, or a folder of such. Order, overlaps and repeats make no difference.
Options:
  --out DIR         where the files are written
  --manifest FILE   the list that all shards share; by default the manifest.json beside them
  --allow-partial   write what is there, marked as n of N, where something is missing
  --allow-mixed     merge machines of several kinds (devices, versions), each shown as a stratum

Written: what evaluate writes but for report.html, which the page makes of run.json; and merge.json: shards, attempts,
strata, canaries and samples with different answers.
Exit codes: 0 done, 1 it failed, ${missingCode} something is missing, 42 wrong command line, input or identity.`

const spec = {
  out: 'text',
  manifest: 'text',
  'allow-partial': 'flag',
  'allow-mixed': 'flag',
  help: 'flag',
} as const

async function merge(argv: readonly string[]): Promise<void> {
  const named: string[] = []
  const args = readArguments(argv, spec, usage, named)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const { out } = args
  if (out === undefined) throw usageError('It is not said where to write.', '--out', usage)
  if (named.length === 0) throw usageError('No shard is named.', argv.join(' '), usage)
  const paths = shardPaths(named)
  const manifest = await manifestOf(args.manifest, paths)
  const files = await readShards(paths)
  const whole = mergeShards(manifest, files)
  const { merged, missing, missingShards, run } = whole
  await expectFrozenSamples(manifest, whole, digestOf)
  if (!args['allow-mixed'])
    expectOneStratum(merged, 'Merge them with --allow-mixed: each kind is then shown as a stratum.')
  const say = (text: string): void => console.error(printable(text))
  for (const line of mergeLines(merged)) say(line)
  if (missing.length > 0) {
    for (const line of missingLines(missing.length, missingShards, files, called('evaluate'))) say(line)
    if (!args['allow-partial']) {
      say('Nothing was written; --allow-partial writes what is there.')
      process.exitCode = missingCode
      return
    }
  }
  if (!run) throw nothingThere()
  await write(out, manifest, whole, run)
  say(
    `${missing.length > 0 ? `A part, ${merged.samples} of ${merged.of} samples: ` : ''}${headline(whole, run)}`,
  )
}

function headline({ records, merged }: MergedShards, run: Run): string {
  const answered = records.filter(({ told }) => !told.isFailed).length
  const correct = records.filter(({ told }) => told.correct).length
  return accuracy({ run, answered, correct, failed: merged.samples - answered })
}

async function write(out: string, manifest: Manifest, whole: MergedShards, run: Run): Promise<void> {
  const { merged, missing } = whole
  const records = () => recordsIn(whole.records)
  const protocol = protocolOf(run.settings.protocol)
  const { report } = analyseShortcuts(judgedOf(records()), {})
  // MedRCube's reading has nothing to tell, so its records need not be held at once.
  const readings = protocol.reading.id === medrcube.reading.id ? null : readingsOf([...records()], protocol)
  const isPart = missing.length > 0
  const partial = isPart && { partial: { n: merged.samples, of: merged.of } }
  const model = isPart ? `${run.model.name} (${merged.samples} of ${merged.of} samples)` : run.model.name
  const more = { ...(readings && { readings: readingsJson(readings) }), ...partial }
  const put = (name: string, parts: Iterable<string>): Promise<void> => writeParts(join(out, name), parts)
  await put('load.json', [loadJson(run.dataset.counts)])
  await put('results.json', resultsJson(records(), protocol))
  await put('metrics_summary.json', [metricsSummaryJson(metricsSummary(judgedOf(records())), more)])
  await put('shortcut.json', [shortcutJson(report, { ...partial })])
  await put('shortcut_report.csv', [shortcutCsv([{ model, report }])])
  await put('run.json', mergedRunJson(manifest, run, whole.records))
  await put('merge.json', [JSON.stringify({ ...merged, missing }, null, 2)])
}

async function digestOf(lines: Iterable<string>): Promise<string> {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(line)
  return hash.digest('hex')
}

const nothingThere = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: 'shards',
    message: 'None of the shards holds a record.',
    remedy: 'Run them first, or go on with them.',
  })

await runCommand(() => merge(process.argv.slice(2)), shardExitCode)
