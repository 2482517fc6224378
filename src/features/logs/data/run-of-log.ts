import type { RunFileParts } from '../../../data/export/run-file.ts'
import { type DatasetOverview, datasetInfo } from '../../../data/formats/dataset-overview.ts'
import type { PortionedDataset } from '../../../data/formats/portioned-dataset.ts'
import { recordOfAnswer } from '../../../data/formats/responses.ts'
import { Fingerprint } from '../../../data/sources/fingerprint.ts'
import { longestText } from '../../../engine/base/stored-values.ts'
import type { MeasuredElsewhere } from '../../../engine/protocol/elsewhere.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import { isUnread, type RunRecord } from '../../../engine/protocol/record.ts'
import type { Environment, Run } from '../../../engine/protocol/run.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import { defaultSettings } from '../../../engine/protocol/settings.ts'
import { expectFit, misfit } from './fit.ts'
import { lettersOfLog, optionTexts } from './logged-letters.ts'
import { matched } from './match.ts'
import type { LoggedAnswer, ToolLog } from './tool-log.ts'

/**
 * A log as a run on its data set, read by the data set's own protocol. It is complete if every sample has an answer;
 * otherwise it is a part that cannot be continued.
 * @throws VoxelwiseError fingerprint-mismatch if no sample is in the data set, and as `expectFit`
 */
export async function runOfLog(
  log: ToolLog,
  file: string,
  dataset: PortionedDataset,
  environment: Environment,
): Promise<RunFileParts> {
  const { overview } = dataset
  const protocol = findProtocol(overview.protocol)
  const matches = await matched(dataset.samples(), log.answers, ({ fields }) => optionTexts(protocol, fields))
  const id = crypto.randomUUID()
  const letters = { moved: 0, unnamed: 0, other: 0 }
  const judged = { judged: 0, differ: 0 }
  // A reply that no rule can read here says nothing about the data set.
  const readHere = { judged: 0, differ: 0 }
  const records = log.answers.flatMap((answer, i) => {
    const sample = matches[i]
    if (!sample) return []
    const arranged = asItWasAsked(answer, sample, protocol, letters)
    if (!arranged) return []
    const record = makeRecord(answer, arranged, protocol, id)
    if (record.status === 'answered' && answer.correct !== null) {
      const differs = Number(record.correct !== answer.correct)
      for (const counts of isUnread(record) ? [judged] : [judged, readHere]) {
        counts.judged++
        counts.differ += differs
      }
    }
    return [record]
  })
  if (records.length === 0)
    throw misfit(
      file,
      letters.other > 0
        ? `None of its samples has the options of the open data set, ${overview.name}.`
        : `None of its samples has a question in the open data set, ${overview.name}.`,
    )
  const matching = matches.filter(sample => sample !== null).length
  expectFit({
    ...{ file, dataset: overview.name, logged: log.answers.length, matched: matching },
    ...readHere,
  })
  records.sort((a, b) => a.sample.index - b.sample.index)
  const { tool, version, repeats } = log
  const logged = log.answers.length
  const unmatched = logged - records.length - letters.other
  const elsewhere = { tool, version, file, logged, unmatched, repeats, ...judged, letters }
  const run = await newRun(id, log, elsewhere, overview, environment)
  const isWhole = records.length === overview.counts.loaded
  const { skipped, findings, badFiles, frame } = await dataset.load()
  return {
    run: { ...run, state: isWhole ? 'done' : 'paused' },
    records,
    skipped,
    findings,
    badFiles,
    ...(!isWhole && { frame }),
  }
}

/**
 * The sample with its options under the letters that the model was shown, so that its answer means what it meant there.
 * @param counts of each way in which letters differ; raised @returns null where the letters cannot be understood
 */
function asItWasAsked(
  answer: LoggedAnswer,
  sample: Sample,
  protocol: Protocol,
  counts: Record<'moved' | 'unnamed' | 'other', number>,
): Sample | null {
  const letters = lettersOfLog(answer, sample.fields, protocol)
  if (letters.kind === 'same') return sample
  const isWithin =
    letters.kind === 'moved' && [...letters.from.keys()].every(one => protocol.letters.includes(one))
  if (letters.kind === 'other' || (letters.kind === 'moved' && !isWithin)) {
    counts.other++
    return null
  }
  counts[letters.kind]++
  return letters.kind === 'moved'
    ? { ...sample, fields: protocol.arranged(sample.fields, letters.from) }
    : sample
}

function makeRecord(answer: LoggedAnswer, sample: Sample, protocol: Protocol, run: string): RunRecord {
  const length = answer.response?.length ?? 0
  const isLong = length > longestText
  const record = recordOfAnswer(sample, isLong ? null : answer.response, protocol, run)
  const message = isLong ? `The answer has ${length} characters; the limit is ${longestText}.` : answer.error
  if (message === undefined) return record
  const { prompt, rightAnswer } = record
  return {
    run,
    status: 'failed',
    sample,
    prompt,
    rightAnswer,
    error: {
      code: 'inference-failed',
      subject: answer.ids[0] ?? String(answer.number),
      message,
      remedy: 'Ask it again with the tool that made the log.',
    },
  }
}

async function newRun(
  id: string,
  { model, created }: ToolLog,
  elsewhere: MeasuredElsewhere,
  overview: DatasetOverview,
  environment: Environment,
): Promise<Run> {
  const name = model ?? elsewhere.file.replace(/\.\w+$/, '')
  const fingerprint = new Fingerprint()
  await fingerprint.add(elsewhere.tool, new TextEncoder().encode(name))
  const began = Date.parse(created ?? '')
  const settings: RunSettings = {
    ...defaultSettings,
    protocol: overview.protocol,
    device: 'elsewhere',
    dtype: 'elsewhere',
    // The log does not record which samples were left out, and why, so there is no sampling frame.
    order: 'dataset',
    keepFeatures: false,
    reusePrefix: false,
    fullText: true,
  }
  return {
    id,
    name: `${name} on ${overview.name}`,
    created: (Number.isNaN(began) ? new Date() : new Date(began)).toISOString(),
    state: 'done',
    total: overview.counts.loaded,
    settings,
    dataset: datasetInfo(overview),
    model: {
      name,
      source: 'files',
      family: 'measured elsewhere',
      fingerprint: await fingerprint.digest(),
      elsewhere,
    },
    environment,
    timings: { load: 0, asking: 0 },
  }
}
