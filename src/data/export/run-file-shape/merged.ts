import {
  boolean,
  type Check,
  jsonObject,
  list,
  notNegative,
  nullable,
  shape,
  textOf,
  whole,
} from '../../../engine/base/checks.ts'
import type {
  Conflict,
  ConflictingAnswer,
  Merged,
  MergedShard,
  Stratum,
} from '../../../engine/protocol/merged.ts'
import type { Shard } from '../../../engine/protocol/settings.ts'
import { maxShards } from '../../../engine/protocol/shards.ts'
import { countOf, hash, longestPath, longText } from './values.ts'

export const shard = shape<Shard>({ number: whole(1, maxShards), of: whole(1, maxShards) })

const machineName = textOf(longestPath)

export const merged: Check<Merged> = shape<Merged>({
  identity: hash,
  of: countOf,
  samples: countOf,
  records: countOf,
  sittings: countOf,
  shards: list(
    shape<MergedShard>({
      number: whole(1, maxShards),
      of: whole(1, maxShards),
      records: countOf,
      sittings: countOf,
      asking: notNegative,
      isFinished: boolean,
    }),
  ),
  strata: list(
    shape<Stratum>({
      machine: (value, at) =>
        Object.fromEntries(
          Object.entries(jsonObject(value, at)).map(([key, item]) => [
            key,
            machineName(item, `${at}.${key}`),
          ]),
        ),
      answered: countOf,
      failed: countOf,
      correct: countOf,
    }),
  ),
  canaries: shape({ compared: countOf, differ: countOf }),
  conflicts: list(
    shape<Conflict>({
      index: countOf,
      answers: list(
        shape<ConflictingAnswer>({
          response: nullable(longText),
          correct: boolean,
          strata: list(countOf),
        }),
      ),
    }),
  ),
})
