import {
  boolean,
  type Check,
  CheckError,
  field,
  nullable,
  oneOf,
  optional,
  shape,
  whole,
} from '../../../engine/base/checks.ts'
import { dtypes, nativeDevices, pageDevices } from '../../../engine/protocol/device.ts'
import type { PeoplesRatings } from '../../../engine/protocol/judging.ts'
import type { AnswerKind } from '../../../engine/protocol/mapped-fields.ts'
import { corruptions, type Probe, strengths } from '../../../engine/protocol/probe.ts'
import {
  firstProtocol,
  type JudgeReference,
  type ProtocolReference,
} from '../../../engine/protocol/protocol-reference.ts'
import type { RaceEntry } from '../../../engine/protocol/run.ts'
import {
  chatTemplates,
  firstOrder,
  mostAtOnce,
  type Order,
  orders,
  type RunSettings,
  scorings,
  type Until,
} from '../../../engine/protocol/settings.ts'
import { policyForms, readPolicy } from '../../../engine/protocol/window-policy.ts'
import { shard } from './merged.ts'
import { byKey, type Checks, name, path, runId, seed, setting, width, yes } from './values.ts'

const probeKinds = ['option-order', 'blank-image', 'swapped-image', 'corruption'] as const
export const probe: Check<Probe> = (value, at) => {
  const kind = oneOf(probeKinds)(field(value, 'kind'), `${at}.kind`)
  switch (kind) {
    case 'option-order':
      return shape({ kind: oneOf([kind]), shift: whole(1, 25) })(value, at)
    case 'blank-image':
      return { kind }
    case 'swapped-image':
      return shape({ kind: oneOf([kind]), seed })(value, at)
    case 'corruption': {
      const fields = { corruption: oneOf(corruptions), strength: oneOf(strengths), seed }
      return shape({ kind: oneOf([kind]), ...fields })(value, at)
    }
  }
}

const named = { id: name, version: whole(1, 1_000_000) }

export const peoplesRatings: Check<PeoplesRatings> = shape<PeoplesRatings>({
  rubric: shape(named),
  file: path,
  ratings: byKey(path, byKey(name, whole(-1000, 1000))),
})

/** Files of before the protocol had a name follow the only one that there was. */
const protocol: Check<ProtocolReference> = (value, at) =>
  value === undefined
    ? firstProtocol
    : shape<ProtocolReference>({ ...named, judge: optional(shape<JudgeReference>(named)) })(value, at)

/** Files of before orders had names were asked in the only one that there was. */
const order: Check<Order> = (value, at) => (value === undefined ? firstOrder.order : oneOf(orders)(value, at))
const orderSeed: Check<number> = (value, at) => (value === undefined ? firstOrder.seed : seed(value, at))

const windowPolicy: Check<string> = (value, at) => {
  const text = name(value, at)
  if (readPolicy(text) === null) throw new CheckError(at, `one of ${policyForms}`)
  return text
}

const until = shape<Until>({
  width: nullable(width),
  everySlice: boolean,
  minutes: nullable(setting),
  against: nullable(runId),
})

export const race: Check<RaceEntry> = shape<RaceEntry>({
  id: runId,
  models: whole(2, 1000),
  place: whole(0, 999),
  risk: width,
})

export const settingsChecks: Checks<RunSettings> = {
  protocol,
  device: oneOf([...pageDevices, ...nativeDevices, 'server', 'elsewhere']),
  dtype: oneOf([...dtypes, 'server', 'elsewhere']),
  scoring: oneOf(scorings),
  chatTemplate: oneOf(chatTemplates),
  fullText: boolean,
  reusePrefix: boolean,
  keepFeatures: boolean,
  maxNewTokens: setting,
  newTokensByKind: optional(
    shape<Partial<Record<AnswerKind, number>>>({
      choice: optional(setting),
      'yes-no': optional(setting),
      several: optional(setting),
      text: optional(setting),
    }),
  ),
  order,
  seed: orderSeed,
  limit: nullable(setting),
  shard: optional(shard),
  until: optional(until),
  atOnce: optional(whole(1, mostAtOnce)),
  heldToLetter: optional(yes),
  window: optional(windowPolicy),
  timeout: setting,
}
