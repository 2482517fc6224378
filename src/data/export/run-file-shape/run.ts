/** The fields of a run.json, one by one: types, bounds, spellings. Their consistency: `../run-file-sense.ts`. */

import {
  boolean,
  type Check,
  CheckError,
  list,
  notNegative,
  nullable,
  oneOf,
  optional,
  shape,
  textOf,
  whole,
} from '../../../engine/base/checks.ts'
import { eventLimits, type LoggedEvent, loggedKinds } from '../../../engine/protocol/events.ts'
import type { DatasetInfo, ModelInfo } from '../../../engine/protocol/identity.ts'
import type { Judging } from '../../../engine/protocol/judging.ts'
import type { Environment, Run } from '../../../engine/protocol/run.ts'
import {
  type BadFile,
  type Finding,
  findingKinds,
  mappedSkipReasons,
  officialSkipReasons,
  type Skipped,
} from '../../../engine/protocol/sample.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import type { RunFile } from '../run-parts.ts'
import { frame } from './frame.ts'
import { merged, shard } from './merged.ts'
import { datasetChecks, modelChecks } from './origins.ts'
import { recordOf, sample, sampleFields } from './record.ts'
import { peoplesRatings, probe, race, settingsChecks } from './settings.ts'
import { type Checks, countOf, error, isoDate, longestName, longText, name, path, runId } from './values.ts'

const loggedEvent = shape<LoggedEvent>({
  time: isoDate,
  copy: nullable(whole(0, 10_000)),
  kind: oneOf(loggedKinds),
  text: textOf(eventLimits.characters),
})

const events: Check<readonly LoggedEvent[]> = (value, at) => {
  const read = list(loggedEvent)(value, at)
  if (read.length <= eventLimits.events) return read
  throw new CheckError(at, `at most ${eventLimits.events} events (it has ${read.length})`)
}

export const run: Check<Run> = shape<Run>({
  id: runId,
  name: textOf(10 * longestName, 1),
  created: isoDate,
  state: oneOf(['running', 'paused', 'done', 'failed']),
  total: countOf,
  settings: shape<RunSettings>(settingsChecks),
  dataset: shape<DatasetInfo>(datasetChecks),
  model: shape<ModelInfo>(modelChecks),
  environment: shape<Environment>({
    app: name,
    transformers: name,
    onnxruntime: name,
    userAgent: path,
    threads: whole(1, 10_000),
    copies: optional(whole(1, 10_000)),
    runtime: optional(oneOf(['node'])),
    adapter: nullable(path),
  }),
  timings: shape({ load: notNegative, asking: notNegative }),
  probe: optional(probe),
  judging: optional(
    shape<Judging>({ showsImages: boolean, isHeld: boolean, repeated: list(countOf), times: whole(0, 1000) }),
  ),
  parent: optional(runId),
  people: optional(list(peoplesRatings)),
  race: optional(race),
  error: optional(error),
  events: optional(events),
  imported: optional(isoDate),
  merged: optional(merged),
})

const loadChecks: Checks<Pick<RunFile, 'skipped' | 'findings' | 'badFiles'>> = {
  skipped: list(
    shape<Skipped>({
      reason: oneOf([...officialSkipReasons, ...mappedSkipReasons]),
      file: path,
      position: countOf,
      subject: longText,
      fields: sampleFields,
    }),
  ),
  findings: list(
    shape<Finding>({
      kind: oneOf(findingKinds),
      index: nullable(countOf),
      file: path,
      position: countOf,
      subject: longText,
    }),
  ),
  badFiles: list(shape<BadFile>({ file: path, error })),
}

const record = recordOf(sample)

const { device: _device, shard: _shard, keepFeatures: _keepFeatures, ...sharedSettings } = settingsChecks
const { source: _dataset, ...sharedDataset } = datasetChecks
const { name: modelName, family, fingerprint } = modelChecks

/** The shard files that it was made from (`data/shards`): what is the same on every machine, and what is not. */
export const runFileParts = {
  ...loadChecks,
  run,
  record,
  frame,
  path,
  shard,
  settings: sharedSettings,
  dataset: sharedDataset,
  model: { name: modelName, family, fingerprint },
}
