/** Texts, counts and dates of a run.json, within the bounds that a page can show. */

import {
  type Check,
  CheckError,
  jsonObject,
  matching,
  notNegative,
  number,
  oneOf,
  optional,
  shape,
  text,
  textOf,
  whole,
} from '../../../engine/base/checks.ts'
import { type ErrorCode, type ErrorInfo, errorCodes } from '../../../engine/base/errors.ts'

/** Most characters of a name, a path and a benchmark's own label or id, and of a longer text: beyond them a page freezes. */
export const longestName = 1000
export const longestPath = 10_000
export const longestText = 1_000_000

export const name = textOf(longestName)
export const path = textOf(longestPath)
export const longText = textOf(longestText)
export const hash = matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits')
export const runId = matching(
  /^[A-Za-z0-9][\w.-]{0,99}$/,
  'an id of 1 to 100 letters, digits, ".", "_" and "-", a letter or digit first',
)
/** As many samples as a run of this page can have. */
export const countOf = whole(0, 100_000_000)
/** As the settings and the command line take them. */
export const setting = whole(1, 999_999_999)
export const tokens = whole(0, 1_000_000_000)

/** As `Date.toISOString` writes it. */
export const isoDate: Check<string> = (value, at) => {
  const read = text(value, at)
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(read) ? Date.parse(read) : Number.NaN
  if (!Number.isNaN(time)) return read
  throw new CheckError(at, 'a date such as 2026-01-02T03:04:05.678Z')
}

/** A code that a later version may have added is no fault of the file. */
const errorCode: Check<ErrorCode> = (value, at) => {
  const found = errorCodes.find(code => code === value)
  if (found) return found
  const isCode = typeof value === 'string' && /^[a-z][a-z-]{0,40}$/.test(value)
  throw new CheckError(
    at,
    isCode
      ? `a code that this version knows; "${value}" may be of a newer Voxelwise`
      : 'the code of an error',
  )
}

export const offered = matching(/^(?:[A-Z]|yes|no)$/, 'a letter from A to Z, yes or no')
export const sourceKind = oneOf(['bundled', 'directory', 'files', 'served', 'server'])
export const error: Check<ErrorInfo> = shape<ErrorInfo>({
  code: errorCode,
  subject: longText,
  message: longText,
  remedy: longText,
  detail: optional(longText),
})

export const share: Check<number> = (value, at) => {
  const read = notNegative(value, at)
  if (read <= 1) return read
  throw new CheckError(at, `a share of at most 1 (it is ${read})`)
}

/** Half an interval's width, or a risk: less than all there is. */
export const width: Check<number> = (value, at) => {
  const read = number(value, at)
  if (read > 0 && read < 1) return read
  throw new CheckError(at, `a share between 0 and 1 (it is ${read})`)
}

export const seed = whole(0, 2 ** 32 - 1)

/** A flag that is true or absent. */
export const yes: Check<true> = (value, at) => {
  if (value === true) return value
  throw new CheckError(at, 'true, or left out')
}

/** An object whose keys are data. */
export function byKey<T>(key: Check<string>, item: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, at) =>
    Object.fromEntries(
      Object.entries(jsonObject(value, at)).map(([one, held]) => [
        key(one, `${at} (a key)`),
        item(held, `${at}.${one}`),
      ]),
    )
}

/** A check of every field. */
export type Checks<T> = { readonly [K in keyof T]-?: Check<T[K]> }
