/** Combines the shards of a run, and lists what is missing or was answered differently. Run by `npm run -s merge -- …`. */

import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CommandSpec, defineCommand, exitCodes, runIfStarted } from '../../../cli/base/command.ts'
import { readText, writeParts } from '../../../cli/base/files.ts'
import { called } from '../../../cli/base/installed.ts'
import { flagOption, textOption, usageError } from '../../../cli/base/options.ts'
import { accuracy } from '../../../cli/evaluate/progress.ts'
import {
  loadJson,
  metricsSummaryJson,
  shortcutCsv,
  shortcutJson,
} from '../../../data/export/official-files.ts'
import { resultsJson } from '../../../data/export/results.ts'
import { fsError } from '../../../data/sources/node.ts'
import { countReadings, readingsJson } from '../../../engine/analysis/readings.ts'
import { counted } from '../../../engine/base/counted.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { Merged } from '../../../engine/protocol/merged.ts'
import { listJudged, metricsSummary } from '../../../engine/protocol/metrics.ts'
import { medrcube } from '../../../engine/protocol/protocols/medrcube.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { Shard } from '../../../engine/protocol/shards.ts'
import { analyseShortcuts } from '../../../engine/protocol/shortcut.ts'
import { expectOneStratum, expectSameAnswers } from '../data/differences.ts'
import { type Manifest, manifestName, parseManifest } from '../data/manifest.ts'
import { type MergedShards, mergeShards } from '../data/merge.ts'
import { expectFrozenSamples, mergedRunJson, recordsIn } from '../data/merged-file.ts'
import { parseShard, type ShardFile } from '../data/shard-file.ts'
import { shardExitCode } from './exit-codes.ts'
import { digestLines } from './freeze.ts'

/** The result of a merge in words. */
function mergeLines(merged: Merged): readonly string[] {
  const { samples, of, records, sittings, shards, strata, canaries, conflicts } = merged
  const unfinished = shards.filter(({ isFinished }) => !isFinished).length
  return [
    `Merged ${counted(shards.length, 'shard')}${unfinished > 0 ? ` (${unfinished} unfinished)` : ''}: ` +
      `${samples} of ${of} samples, from ${counted(records, 'record')} of ${counted(sittings, 'session')}`,
    ...(strata.length > 1
      ? [
          ...strata.map(
            ({ machine, answered, failed, correct }) =>
              `  ${machine.device}, ${machine.adapter === 'null' ? 'no adapter' : machine.adapter}: ` +
              `${answered} answered, ${correct} correct, ${failed} failed`,
          ),
          `  ${counted(canaries.compared, 'sample')} answered by several kinds of machine; ${canaries.differ} with different answers`,
        ]
      : []),
    ...(canaries.within
      ? [
          `  ${counted(canaries.within.compared, 'sample')} answered more than once by one kind; ${canaries.within.differ} with different answers`,
        ]
      : []),
    ...(conflicts.length > 0
      ? [`${counted(conflicts.length, 'sample')} got different answers; merge.json lists which one counts`]
      : []),
  ]
}

/** The shards with missing samples, and the commands that make or continue them. */
export function missingLines(
  missing: number,
  shards: readonly Shard[],
  files: readonly ShardFile[],
  evaluate: string,
): readonly string[] {
  const command = files.flatMap(({ sittings }) => sittings)[0]?.command ?? []
  return [
    `Missing: ${counted(missing, 'sample')}, in ${counted(shards.length, 'shard')}`,
    ...shards.map(({ number, of }) => {
      const file = files.find(({ header: { shard } }) => shard.number === number && shard.of === of)
      const state = file ? `unfinished: ${file.records.length} of ${file.header.samples}` : 'missing'
      return `  shard ${number}/${of} (${state})`
    }),
    `Make or continue them with${command.some(word => word.includes('…/')) ? ' (write your folders for …)' : ''}`,
    ...shards.map(
      ({ number, of }) => `  ${evaluate} ${withShard(command, `${number}/${of}`).map(quoted).join(' ')}`,
    ),
  ]
}

function withShard(command: readonly string[], shard: string): readonly string[] {
  const at = command.indexOf('--shard')
  if (at !== -1) return [...command.slice(0, at + 1), shard, ...command.slice(at + 2)]
  return command.map(word => (word.startsWith('--shard=') ? `--shard=${shard}` : word))
}

/** For a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** A folder means the shards in it. @throws VoxelwiseError file-missing if there are none */
function shardPaths(named: readonly string[]): readonly string[] {
  const paths = named.flatMap(path =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path)
          .filter(name => /^shard-\d+-of-\d+\.jsonl$/.test(name))
          .map(name => join(path, name))
      : [path],
  )
  if (paths.length > 0) return [...new Set(paths)]
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: named.join(', '),
    message: 'No shard was found.',
    remedy: 'Give the files that evaluate --shard wrote, or their folder.',
  })
}

async function readShards(paths: readonly string[]): Promise<readonly ShardFile[]> {
  const files: ShardFile[] = []
  for (const path of paths) {
    const bytes = await readFile(path).catch(fsError(path))
    files.push(await parseShard(new Uint8Array(bytes), path))
  }
  return files
}

/** The named one, or the first next to a shard. @throws VoxelwiseError file-missing */
async function findManifest(named: string | undefined, paths: readonly string[]): Promise<Manifest> {
  const beside = paths.map(path => join(dirname(path), manifestName))
  const manifestPath = named ?? beside.find(path => statSync(path, { throwIfNoEntry: false })?.isFile())
  if (manifestPath !== undefined) return parseManifest(await readText(manifestPath), manifestPath)
  throw new VoxelwiseError({
    code: 'file-missing',
    subject: manifestName,
    message: 'No manifest.json was found next to the shards.',
    remedy: 'Copy the manifest.json of their run there, or give it with --manifest.',
  })
}

export const spec = {
  name: 'merge',
  about: 'Combines the shards of a run.',
  synopsis: [`${called('merge')} --out DIR SHARD… [options]`],
  takesFiles: true,
  options: [
    textOption('out', 'DIR', 'Where the files are written.', { required: true }),
    textOption('manifest', 'FILE', 'The manifest of the run.', {
      default: 'the manifest.json next to the shards',
    }),
    flagOption('allow-partial', 'Write what there is, marked as n of N, if samples are missing.'),
    flagOption(
      'allow-mixed',
      'Merge machines of several kinds (devices, versions) and list each as a stratum.',
    ),
    flagOption(
      'allow-different',
      'Merge shards in which machines of one kind gave a sample different answers.',
    ),
  ],
  notes: [
    'A SHARD is a file written by evaluate --shard, or a folder of them. Order, overlaps and repeats do not matter.',
    'Written: the files of evaluate without report.html, which the page makes from run.json; and merge.json with shards, attempts, strata, canaries and samples with different answers.',
    `Exit codes: 0 done, 1 failed, ${exitCodes.incomplete} samples are missing, 42 wrong command line, input or identity.`,
  ],
  exitCodeFor: shardExitCode,
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, files: named, argv, io: { stderr } }) => {
  const { out } = args
  if (named.length === 0) throw usageError('No shard is given.', argv.join(' '))
  const paths = shardPaths(named)
  const manifest = await findManifest(args.manifest, paths)
  const files = await readShards(paths)
  const whole = mergeShards(manifest, files)
  const { merged, missing, missingShards, run } = whole
  await expectFrozenSamples(manifest, whole, async lines => digestLines(lines))
  if (!args['allow-mixed']) expectOneStratum(merged, 'Add --allow-mixed to list each kind as a stratum.')
  if (!args['allow-different']) expectSameAnswers(merged, 'Add --allow-different to merge them all the same.')
  for (const line of mergeLines(merged)) stderr(line)
  if (missing.length > 0) {
    for (const line of missingLines(missing.length, missingShards, files, called('evaluate'))) stderr(line)
    if (!args['allow-partial']) {
      stderr('Nothing was written. Add --allow-partial to write what there is.')
      return exitCodes.incomplete
    }
  }
  if (!run) throw nothingThere()
  await write(out, manifest, whole, run)
  const part = missing.length > 0 ? `Partial, ${merged.samples} of ${merged.of} samples: ` : ''
  stderr(part + headline(whole, run))
  return exitCodes.done
})

function headline({ records, merged }: MergedShards, run: Run): string {
  const answered = records.filter(({ summary }) => !summary.isFailed).length
  const correct = records.filter(({ summary }) => summary.correct).length
  return accuracy({ run, answered, correct, failed: merged.samples - answered })
}

async function write(out: string, manifest: Manifest, whole: MergedShards, run: Run): Promise<void> {
  const { merged, missing } = whole
  const records = () => recordsIn(whole.records)
  const protocol = findProtocol(run.settings.protocol)
  const { report } = analyseShortcuts(listJudged(records()), {})
  // MedRCube's reading adds nothing, so its records need not be in memory together.
  const readings =
    protocol.reading.id === medrcube.reading.id ? null : countReadings([...records()], protocol)
  const isPart = missing.length > 0
  const partial = isPart && { partial: { n: merged.samples, of: merged.of } }
  const model = isPart ? `${run.model.name} (${merged.samples} of ${merged.of} samples)` : run.model.name
  const more = { ...(readings && { readings: readingsJson(readings) }), ...partial }
  const put = (name: string, parts: Iterable<string>): Promise<void> => writeParts(join(out, name), parts)
  await put('load.json', [loadJson(run.dataset.counts)])
  await put('results.json', resultsJson(records(), protocol))
  await put('metrics_summary.json', [metricsSummaryJson(metricsSummary(listJudged(records())), more)])
  await put('shortcut.json', [shortcutJson(report, { ...partial })])
  await put('shortcut_report.csv', [shortcutCsv([{ model, report }])])
  await put('run.json', mergedRunJson(manifest, run, whole.records))
  await put('merge.json', [JSON.stringify({ ...merged, missing }, null, 2)])
}

const nothingThere = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: 'shards',
    message: 'The shards contain no record.',
    remedy: 'Run or continue them first.',
  })

await runIfStarted(import.meta.url, main)
