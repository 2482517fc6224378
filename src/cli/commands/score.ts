/** Scores without a model: results.json, or a data set and its answers. Run by `npm run -s score -- …`. */

import { basename, dirname, join, resolve } from 'node:path'
import { get, type JsonObject } from '@voxelwise/python'
import type { ByteFile } from '@voxelwise/tables'
import { figuresText } from '../../data/export/figures-file.ts'
import { loadJson, metricsSummaryJson, shortcutCsv, shortcutJson } from '../../data/export/official-files.ts'
import { resultsJson, resultsText } from '../../data/export/results.ts'
import { loadCounts } from '../../data/formats/medrcube.ts'
import { loadDataset } from '../../data/formats/registry.ts'
import { beginsWithResponse, responsesById } from '../../data/formats/response-lines.ts'
import { type Responded, recordsFromLines, recordsFromResponses } from '../../data/formats/responses.ts'
import { judgedInResults, judgedProtocol, recordsInResults } from '../../data/formats/results.ts'
import { saltedNames } from '../../data/questions/salted-names.ts'
import { pickedPath } from '../../data/sources/picked-path.ts'
import { accuracyFigures } from '../../engine/analysis/accuracy-figures.ts'
import { accuracyBy } from '../../engine/analysis/figures.ts'
import {
  answerFields,
  type JudgedFieldsRow,
  rowOfJudged,
  unreadAmong,
} from '../../engine/analysis/judged-rows.ts'
import {
  countReadings,
  type Readings,
  ReadingsBuilder,
  readingsJson,
} from '../../engine/analysis/readings.ts'
import { accuracyShares } from '../../engine/analysis/report.ts'
import type { Judge } from '../../engine/protocol/judges/judge.ts'
import { type Judged, JudgedFields, listJudged, metricsSummary } from '../../engine/protocol/metrics.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { AnsweredRecord } from '../../engine/protocol/record.ts'
import type { LoadedDataset } from '../../engine/protocol/sample.ts'
import { analyseShortcuts, type ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import { type CommandSpec, defineCommand, exitCodes, type Io, runIfStarted } from '../base/command.ts'
import {
  chosenProtocol,
  countList,
  judgeNamed,
  mappingLine,
  oddityLines,
  privacyOptions,
  protocolOptions,
  readingOptions,
  tableReading,
} from '../base/dataset-options.ts'
import { openFile, readJson, readSet, replaceFile, writeParts } from '../base/files.ts'
import { called } from '../base/installed.ts'
import { flagOption, optionsOfParts, textOption, usageError } from '../base/options.ts'
import { preparedChecks } from '../base/score-check.ts'
import { watchedReading } from '../base/watched-reading.ts'
import { scoreChecks } from '../seams.ts'

const call = called('score')

export const spec = {
  name: 'score',
  about: 'Computes the official figures from answers, without a model.',
  synopsis: [
    `${call} --results FILE --out DIR [options]`,
    `${call} --dataset PATH --responses FILE --out DIR [--strict] [options]`,
  ],
  options: [
    textOption(
      'results',
      'FILE',
      'A results.json. Its own "correct" flags are counted, unless --judge is given.',
      {
        notWith: ['dataset', 'responses', 'strict', 'protocol'],
      },
    ),
    textOption('dataset', 'PATH', 'The data set: a folder, or one file in it.', { needs: 'responses' }),
    ...readingOptions,
    ...privacyOptions,
    textOption(
      'responses',
      'FILE',
      'The answers: a JSON object with keys {id}|{question}, or lines of {"id": …, "response": …}.',
      { needs: 'dataset' },
    ),
    textOption('out', 'DIR', 'Where the files are written.', { required: true }),
    textOption(
      'by',
      'FIELD[,FIELD]',
      'Adds slices by any field, or by two crossed, to figures.json. May be repeated.',
      { repeated: true },
    ),
    ...optionsOfParts(scoreChecks),
    flagOption('strict', 'Stop at the first sample that would be skipped.'),
    ...protocolOptions,
    textOption('valid-ids', 'FILE', 'Shortcut report: use only these ids.'),
    textOption('high-level', 'FILE', 'Shortcut report: the high-level tasks.'),
    textOption('ignore', 'FILE', 'Shortcut report: the tasks to leave out.'),
    textOption('model-name', 'NAME', 'The model name in shortcut_report.csv.', {
      default: 'the name of the results or responses file, or of its folder',
    }),
  ],
  notes: [
    'A file of ids or tasks is a JSON array, or has one per line.',
    'docs/statistics.md explains figures.json and gates.',
  ],
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, io }) => {
  const { results, dataset, responses, out } = args
  const judge = judgeNamed(args.judge)
  const sets = {
    validIds: await optionalSet(args['valid-ids']),
    highLevelTasks: await optionalSet(args['high-level']),
    ignoredTasks: await optionalSet(args.ignore),
  }

  const write = (name: string, parts: Iterable<string>) => writeParts(join(out, name), parts)
  const by = args.by.map(namedFields)
  const checks = await preparedChecks(scoreChecks, args)
  const neededFields = [...by.flat(), ...checks.flatMap(({ fields }) => fields), ...answerFields]
  const report = (judged: readonly Judged[], file: string, readings: Readings | null): Promise<number> =>
    writeReport(judged, readings, {
      write,
      sets,
      by,
      checks,
      io,
      model: args['model-name'] ?? modelName(file),
    })

  if (results !== undefined) {
    const { judged, readings } = await judgedIn(results, judge, join(out, 'results.json'), neededFields)
    return report(judged, results, readings)
  }
  if (dataset === undefined || responses === undefined)
    throw usageError('Give either --results, or --dataset and --responses.', '--results')
  io.stderr(`Loading data from ${dataset}`)
  const reading = await tableReading(args)
  const { loaded, source } = await watchedReading(
    pickedPath(dataset).source,
    async (watched, onProgress) => ({
      loaded: await loadDataset(watched, { strict: args.strict, ...reading, onProgress }),
      source: watched,
    }),
  )
  if (loaded.mapping) io.stderr(mappingLine(loaded.mapping))
  logLoad(loaded, io)
  const protocol = findProtocol(chosenProtocol(loaded.protocol, args.protocol, judge))
  const { records: named, missing, unused } = await respond(loaded, protocol, responses)
  if (missing > 0)
    io.stderr(`Warning: ${missing} samples have no answer in ${responses} and count as unanswered.`)
  if (unused > 0)
    io.stderr(`Warning: ${unused} answers in ${responses} belong to no sample and are not counted.`)
  // Answers may name a question by an id that contains a name, so names are salted behind them.
  const shown = args['keep-names'] ? loaded : (await saltedNames(source, loaded, reading)).loaded
  const records = named.map(record => ({
    ...record,
    sample: shown.samples[record.sample.index] ?? record.sample,
  }))
  await write('load.json', [loadJson(loadCounts(loaded))])
  await write('results.json', resultsJson(records, protocol))
  return report([...listJudged(records)], responses, countReadings(records, protocol))
})

interface Reporting {
  readonly write: (name: string, parts: Iterable<string>) => Promise<void>
  readonly sets: ShortcutOptions
  /** Fields of further slices. */
  readonly by: readonly (readonly string[])[]
  readonly checks: Awaited<ReturnType<typeof preparedChecks>>
  readonly io: Io
  /** As shortcut_report.csv calls it. */
  readonly model: string
}

/** Writes every file of figures. @returns the exit code: that of the first check that fails */
async function writeReport(
  judged: readonly Judged[],
  readings: Readings | null,
  { write, sets, by, checks, io, model }: Reporting,
): Promise<number> {
  const shortcuts = analyseShortcuts(judged, sets)
  if (readings) logReadings(readings, io)
  const more: JsonObject = readings ? { readings: readingsJson(readings) } : {}
  await write('metrics_summary.json', [metricsSummaryJson(metricsSummary(judged), more)])
  await write('shortcut.json', [shortcutJson(shortcuts.report)])
  await write('shortcut_report.csv', [shortcutCsv([{ model, report: shortcuts.report }])])
  for (const level of ['high', 'low', 'ignored'] as const) {
    const tasks = shortcuts.levels.filter(entry => entry.level === level)
    io.stderr(`Tasks on level ${level}: ${tasks.map(entry => entry.task).join(', ') || 'none'}`)
  }
  const rows = judged.map(rowOfJudged)
  const shares = accuracyShares(rows)
  const readField = ({ fields }: JudgedFieldsRow, field: string) => get(fields, field)
  await write('figures.json', [
    await figuresText({
      ...{ rows, readings, levels: sets, total: rows.length },
      accuracy: { ...accuracyFigures(rows), part: null },
      slices: by.flatMap(fields => accuracyBy(shares, fields, readField)),
      ...{ whole: null, forecasts: [], found: [], positive: null },
    }),
  ])
  const answers = { rows, shares, unread: unreadAmong(judged), readField }
  let exit: number = exitCodes.done
  for (const { check } of checks) exit = exit || (await check(answers, io))
  return exit
}

/**
 * The part of every record of a results.json that figures are made of, with the fields of `kept`. With a judge, the records
 * as the judge reads them are written to `out`, which may be the file itself.
 */
async function judgedIn(
  path: string,
  judge: Judge | null,
  out: string,
  fieldNames: readonly string[],
): Promise<{ readonly judged: readonly Judged[]; readonly readings: Readings | null }> {
  const file = await openFile(path)
  const taking = new JudgedFields(fieldNames)
  if (!judge) {
    for await (const some of judgedInResults(file, fieldNames)) for (const one of some) taking.take(one)
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

/** "sex,age": one field, or two. @throws VoxelwiseError usage */
function namedFields(list: string): readonly string[] {
  const fields = list.split(',').map(field => field.trim())
  if (fields.length <= 2 && fields.every(field => field !== '')) return fields
  throw usageError('--by takes a field, or two separated by a comma.', `--by ${list}`)
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

/** The loaded and skipped samples, in the words of the official loader; then the findings about the data. */
function logLoad(loaded: LoadedDataset, { stderr }: Io): void {
  const skips = countList(Object.entries(loadCounts(loaded).skipped))
  if (skips) stderr(`Skipped samples due to sample issues (default behavior): ${skips}`)
  stderr(`Total samples loaded: ${loaded.samples.length}`)
  for (const line of oddityLines(loaded)) stderr(line)
}

/** Unreadable answers, and what the original evaluator does with them. */
function logReadings({ unparsed, originals, otherForm }: Readings, { stderr }: Io): void {
  if (unparsed === 0) return
  stderr(`Unparsed answers, counted wrong: ${unparsed}`)
  for (const [original, n] of originals) stderr(`  ${n}: ${original}`)
  if (otherForm > 0)
    stderr(
      `  ${otherForm} of them: exactly one option letter, in another form. Another rule may read it (--judge).`,
    )
}

await runIfStarted(import.meta.url, main)
