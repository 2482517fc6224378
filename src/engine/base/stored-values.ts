/** Texts, counts and dates of stored files, within the bounds that a page can show. */
import * as v from 'valibot'
import { type ErrorInfo, errorCodes } from './errors.ts'
import { boundedText, matching, optional, shape, text, whole } from './schema.ts'

/** Most characters of a name, a path and a benchmark's own label or id, and of a longer text: beyond them a page freezes. */
const longestName = 1000
export const longestPath = 10_000
export const longestText = 1_000_000

export const name = boundedText(longestName)
export const title = boundedText(10 * longestName, 1)
export const path = boundedText(longestPath)
export const longText = boundedText(longestText)
export const hash = matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits')
export const runId = matching(
  /^[A-Za-z0-9][\w.-]{0,99}$/,
  'an id of 1 to 100 letters, digits, ".", "_" and "-", a letter or digit first',
)
/** As many samples as a run of this page can have. */
export const storedCount = whole(0, 100_000_000)
/** As the settings and the command line take them. */
export const setting = whole(1, 999_999_999)
export const tokens = whole(0, 1_000_000_000)
export const seed = whole(0, 2 ** 32 - 1)

/** As `Date.toISOString` writes it. */
export const isoDate = v.pipe(
  text,
  v.check(
    value => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value)),
    'a date such as 2026-01-02T03:04:05.678Z',
  ),
)

/** An error in a stored file. A code that a later version may have added is no fault of the file. */
export const errorSchema = shape({
  code: v.picklist(errorCodes, ({ input }) =>
    typeof input === 'string' && /^[a-z][a-z-]{0,40}$/.test(input)
      ? `a code that this version knows; "${input}" may be of a newer Voxelwise`
      : 'the code of an error',
  ),
  subject: longText,
  message: longText,
  remedy: longText,
  detail: optional(longText),
}) satisfies v.GenericSchema<unknown, ErrorInfo>
