import {
  boolean,
  type Check,
  jsonObject,
  notNegative,
  nullable,
  oneOf,
  optional,
  shape,
  whole,
} from '../../../engine/base/checks.ts'
import { logTools, type MeasuredElsewhere } from '../../../engine/protocol/elsewhere.ts'
import type {
  Agreement,
  DatasetInfo,
  DatasetReading,
  DerivedQuestions,
  ModelInfo,
} from '../../../engine/protocol/identity.ts'
import type { LoadCounts } from '../../../engine/protocol/sample.ts'
import {
  constraintFindings,
  imageFindings,
  type ServerAbilities,
  type ServerInfo,
  serverKinds,
  thinkingFindings,
} from '../../../engine/protocol/server-info.ts'
import { mappingDocument } from '../../formats/mapping/check.ts'
import { mappingOrigins } from '../../formats/mapping/document.ts'
import { type Checks, countOf, hash, longText, name, path, seed, sourceKind, tokens, yes } from './values.ts'

/** As `readMapping` takes one, and as it stands in the file. */
const datasetReading: Check<DatasetReading> = shape<DatasetReading>({
  origin: oneOf(mappingOrigins),
  document: (value, at) => {
    mappingDocument(value, at)
    return jsonObject(value, at)
  },
  split: nullable(name),
})

const serverInfo: Check<ServerInfo> = shape<ServerInfo>({
  kind: oneOf(serverKinds),
  version: nullable(name),
  address: path,
  model: name,
  weights: nullable(path),
  quantization: nullable(name),
  context: nullable(tokens),
  template: nullable(hash),
  abilities: shape<ServerAbilities>({
    image: oneOf(imageFindings),
    logprobs: whole(0, 1000),
    constraint: oneOf(constraintFindings),
    thinking: oneOf(thinkingFindings),
    takesThinkingSwitch: boolean,
    repeatsText: boolean,
    repeatsLogprobs: nullable(notNegative),
    cachedTokens: nullable(tokens),
  }),
})

export const datasetChecks: Checks<DatasetInfo> = {
  name,
  source: sourceKind,
  fingerprint: hash,
  counts: shape({
    total: countOf,
    loaded: countOf,
    skipped: shape<LoadCounts['skipped']>({
      missing_image: countOf,
      missing_required_fields: countOf,
      missing_options: countOf,
      missing_answer: optional(countOf),
      answer_not_an_option: optional(countOf),
      unreadable_options: optional(countOf),
      text_only: optional(countOf),
    }),
  }),
  mapping: optional(datasetReading),
  derived: optional(
    shape<DerivedQuestions>({ rules: name, seed, keepUnmarked: optional(yes), codedRegions: optional(yes) }),
  ),
}

export const modelChecks: Checks<ModelInfo> = {
  name,
  source: sourceKind,
  family: name,
  fingerprint: hash,
  departure: optional(longText),
  agreement: optional(
    shape<Agreement>({ questions: countOf, lettersChanged: countOf, logits: notNegative, reference: path }),
  ),
  server: optional(serverInfo),
  elsewhere: optional(
    shape<MeasuredElsewhere>({
      tool: oneOf(logTools),
      version: nullable(name),
      file: path,
      logged: countOf,
      unmatched: countOf,
      repeats: countOf,
      judged: countOf,
      differ: countOf,
    }),
  ),
}
