/**
 * Scores without a model: the official figures from a `results.json`, or from a data set and a file of answers.
 * Run by `npm run -s score -- …`.
 */

import { basename, dirname, join, resolve } from 'node:path'
import type { ByteFile } from '../../data/containers/bytes.ts'
import { loadJson } from '../../data/export/load-json.ts'
import { metricsSummaryJson } from '../../data/export/metrics-summary.ts'
import { resultsJson, resultsText } from '../../data/export/results.ts'
import { shortcutCsv, shortcutJson } from '../../data/export/shortcut-csv.ts'
import { loadCounts } from '../../data/formats/medrcube.ts'
import { loadDataset } from '../../data/formats/registry.ts'
import { beginsWithResponse, responsesById } from '../../data/formats/response-lines.ts'
import { type Responded, recordsFromLines, recordsFromResponses } from '../../data/formats/responses.ts'
import { judgedInResults, judgedProtocol, recordsInResults } from '../../data/formats/results.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { type Readings, ReadingsBuilder, readingsJson, readingsOf } from '../../engine/analysis/readings.ts'
import type { JsonObject } from '../../engine/base/json.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { type Judged, JudgedFields, judgedOf, metricsSummary } from '../../engine/protocol/metrics.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'
import { findingKinds, type LoadedDataset } from '../../engine/protocol/sample.ts'
import { analyseShortcuts } from '../../engine/protocol/shortcut.ts'
import { readArguments, runCommand, usageError } from '../base/arguments.ts'
import { called } from '../base/called.ts'
import { openFile, readJson, readSet, replaceFile, writeParts } from '../base/files.ts'
import { mappingFromFile, mappingLine } from '../base/mapping-file.ts'
import { printable } from '../base/printable.ts'
import { chosenProtocol, judgeNamed } from '../base/protocol-options.ts'

const judgeIds = newestJudges()
  .map(({ id }) => id)
  .join(', ')

const usage = `  ${called('score')} --results FILE --out DIR [options]
  ${called('score')} --dataset PATH --responses FILE --out DIR [--strict] [options]
Options:
  --results FILE     a results.json; its own "correct" flags are counted
  --dataset PATH     a data set: a folder, or one file in it (its images may lie beside it)
  --mapping FILE     of a data set of tables: how rows become samples (docs/mappings.md)
  --split SPLIT      of a data set of tables: by default test, else validation, else all
  --responses FILE   a JSON object of answers, keyed {id}|{question}, or JSONL of {"id": …, "response": …}
  --out DIR          where the files are written
  --strict           stop at the first sample that would be skipped
  --protocol NAME    of a data set of tables: by which rules its questions were asked and are read; by default as its
                     mapping says
  --judge NAME       whose reading the answers get (with --results they are read anew): ${judgeIds}
  --valid-ids FILE   only these ids take part in the shortcut report
  --high-level FILE  the high-level tasks
  --ignore FILE      the tasks that are left out of it
  --model-name NAME  for the CSV; by default the name of the results or responses file,
                     or of its folder where the file is called results.json or responses.json
A set (ids, tasks) is a JSON array, or a text with one a line.`

const spec = {
  results: 'text',
  dataset: 'text',
  mapping: 'text',
  split: 'text',
  responses: 'text',
  out: 'text',
  strict: 'flag',
  protocol: 'text',
  judge: 'text',
  'valid-ids': 'text',
  'high-level': 'text',
  ignore: 'text',
  'model-name': 'text',
  help: 'flag',
} as const

async function score(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, spec, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const { results, dataset, responses, out } = args
  const judge = judgeNamed(args.judge, usage)
  if (!out) throw usageError('It is not said where to write.', '--out', usage)
  const sets = {
    validIds: await optionalSet(args['valid-ids']),
    highLevelTasks: await optionalSet(args['high-level']),
    ignoredTasks: await optionalSet(args.ignore),
  }

  const write = (name: string, ...parts: string[]) => writeParts(join(out, name), parts)
  const report = async (judged: readonly Judged[], file: string, readings: Readings | null) => {
    const shortcuts = analyseShortcuts(judged, sets)
    if (readings) logReadings(readings)
    const more: JsonObject = readings ? { readings: readingsJson(readings) } : {}
    await write('metrics_summary.json', metricsSummaryJson(metricsSummary(judged), more))
    await write('shortcut.json', shortcutJson(shortcuts.report))
    const model = args['model-name'] ?? modelName(file)
    await write('shortcut_report.csv', shortcutCsv([{ model, report: shortcuts.report }]))
    for (const level of ['high', 'low', 'ignored'] as const) {
      const tasks = shortcuts.levels.filter(entry => entry.level === level)
      console.error(`Tasks on level ${level}: ${tasks.map(entry => entry.task).join(', ') || 'none'}`)
    }
  }

  if (results && !dataset && !responses && !args.strict && args.protocol === undefined) {
    const { judged, readings } = await judgedIn(results, judge, join(out, 'results.json'))
    await report(judged, results, readings)
  } else if (dataset && responses && !results) {
    console.error(`Loading data from ${dataset}`)
    const loaded = await loadDataset(pickedPath(dataset).source, {
      strict: args.strict,
      mapping: args.mapping === undefined ? undefined : await mappingFromFile(args.mapping),
      split: args.split,
    })
    if (loaded.mapping) console.error(printable(mappingLine(loaded.mapping)))
    logLoad(loaded)
    const protocol = protocolOf(chosenProtocol(loaded.protocol, args.protocol, judge))
    const { records, missing, unused } = await respond(loaded, protocol, responses)
    if (missing > 0) {
      console.error(
        `Warning: ${missing} samples have no answer in ${responses}; each is read as a missing answer.`,
      )
    }
    if (unused > 0)
      console.error(
        `Warning: ${unused} answers in ${responses} belong to no sample; none of them is counted.`,
      )
    await write('load.json', loadJson(loadCounts(loaded)))
    await writeParts(join(out, 'results.json'), resultsJson(records, protocol))
    await report([...judgedOf(records)], responses, readingsOf(records, protocol))
  } else {
    throw usageError(
      'Give either --results, or --dataset with --responses (--protocol goes with these).',
      argv.join(' ') || 'no option',
      usage,
    )
  }
}

/**
 * What figures are made of, of every record of a results.json; where a judge is named, the records as it reads them are
 * written to `out`, which may be the file itself.
 */
async function judgedIn(
  path: string,
  judge: Judge | null,
  out: string,
): Promise<{ readonly judged: readonly Judged[]; readonly readings: Readings | null }> {
  const file = await openFile(path)
  const taking = new JudgedFields()
  if (!judge) {
    for await (const one of judgedInResults(file)) taking.take(one)
    return { judged: taking.judged, readings: null }
  }
  const protocol = judgedProtocol(await firstFields(file, judge), judge)
  const readings = new ReadingsBuilder(protocol)
  async function* records(): AsyncGenerator<readonly AnsweredRecord[]> {
    for await (const record of recordsInResults(file, judge)) {
      taking.add([record])
      readings.add([record])
      yield [record]
    }
  }
  await replaceFile(out, resultsText(records(), protocol))
  return { judged: taking.judged, readings: readings.readings() }
}

async function firstFields(file: ByteFile, judge: Judge): Promise<JsonObject> {
  for await (const { sample } of recordsInResults(file, judge)) return sample.fields
  return {}
}

/** By the name of the file, or by what its first line is. */
async function respond({ samples }: LoadedDataset, protocol: Protocol, file: string): Promise<Responded> {
  const lines = await openFile(file)
  if (file.endsWith('.jsonl') || (await beginsWithResponse(lines)))
    return recordsFromLines(samples, await responsesById(lines), protocol, file)
  return recordsFromResponses(samples, await readJson(file), protocol, file)
}

async function optionalSet(path: string | undefined): Promise<ReadonlySet<string> | undefined> {
  return path === undefined ? undefined : readSet(path)
}

function modelName(file: string): string {
  const name = basename(file, '.json')
  return name === 'results' || name === 'responses' ? basename(dirname(resolve(file))) : name
}

/** What was loaded and skipped, in the words of the official loader; then what is odd about the data. */
function logLoad(loaded: LoadedDataset): void {
  const { skipped } = loadCounts(loaded)
  const skips = Object.entries(skipped).filter(([, n]) => n > 0)
  const list = (counts: readonly (readonly [string, number])[]) =>
    counts.map(([name, n]) => `${name}=${n}`).join(', ')
  if (skips.length > 0)
    console.error(`Skipped samples due to sample issues (default behavior): ${list(skips)}`)
  console.error(`Total samples loaded: ${loaded.samples.length}`)
  for (const { error } of loaded.badFiles) {
    console.error(`Warning: a file was left out. ${error.message} (${error.subject}) ${error.remedy}`)
  }
  const kinds = findingKinds.map(kind => [kind, loaded.findings.filter(f => f.kind === kind).length] as const)
  const found = kinds.filter(([, n]) => n > 0)
  if (found.length > 0) console.error(`Data-quality findings: ${list(found)}`)
}

/** What could not be read is said, and what the original would have done with it. */
function logReadings({ unparsed, originals }: Readings): void {
  if (unparsed === 0) return
  console.error(`Unparsed answers, counted wrong: ${unparsed}`)
  for (const [original, n] of originals) console.error(`  ${n}: ${original}`)
}

await runCommand(() => score(process.argv.slice(2)))
