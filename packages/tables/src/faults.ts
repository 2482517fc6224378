/** What can be wrong with a file of rows or an archive, in the same words wherever a reader meets it. */
import { JsonLimitError } from '@voxelwise/python'
import { MAX_ROWS } from './limits.ts'
import { TableError } from './table-error.ts'

/** @param where the row, the column or the part, counted from 1: `row 12`; '' for the file as a whole */
export function tableFault(file: string, where: string, why: string, cause?: unknown): TableError {
  return new TableError({
    code: 'bad-table',
    subject: where === '' ? file : `${file}, ${where}`,
    message: `The table cannot be read: ${why}.`,
    remedy: 'Download the file again, or save it again with another program.',
    cause,
  })
}

export function archiveFault(file: string, why: string, cause?: unknown): TableError {
  return new TableError({
    code: 'bad-archive',
    subject: file,
    message: `The archive cannot be read: ${why}.`,
    remedy: 'Download the archive again, or unpack it and pick the folder.',
    cause,
  })
}

/**
 * What is wrong with a text that is not JSON.
 * @param cause of `parseJson`, or a TypeError where the text is not UTF-8
 * @param what begins the sentence: `The file`
 */
export function jsonFault(
  subject: string,
  cause: unknown,
  what = 'The file',
  remedies = { json: 'Correct it at that place.', utf8: 'Save it as UTF-8.' },
): TableError {
  if (cause instanceof JsonLimitError) return largeJsonFault(subject, cause.message, cause)
  const isUtf8 = !(cause instanceof TypeError)
  return new TableError({
    code: 'bad-json',
    subject,
    message: isUtf8 ? `${what} is not JSON. ${errorMessage(cause)}` : `${what} is not UTF-8 text.`,
    remedy: isUtf8 ? remedies.json : remedies.utf8,
    cause,
  })
}

export function largeFault(subject: string, message: string, remedy: string, cause?: unknown): TableError {
  return new TableError({ code: 'file-too-large', subject, message, remedy, cause })
}

export const largeJsonFault = (subject: string, message: string, cause?: unknown): TableError =>
  largeFault(subject, message, 'Divide it into several files, and load them one at a time.', cause)

export const manyRowsFault = (file: string): TableError =>
  largeJsonFault(file, `The table has more than ${MAX_ROWS} rows.`)

const errorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** A thrown value's message without its full stop, for use inside a sentence. */
export const reasonIn = (thrown: unknown): string => errorMessage(thrown).replace(/\.$/, '')

const ofLanguage = new Set(['Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'])

/**
 * What to throw for what was thrown while a file was read. An error of the language, as libraries throw for damaged bytes, is
 * named. Any other passes: those of this package, and the caller's own from `ByteFile.read`.
 * @param named the error for a reason, which is a part of a sentence
 */
export const namedFault = (
  thrown: unknown,
  named: (reason: string, cause: unknown) => TableError,
): unknown =>
  thrown instanceof Error && ofLanguage.has(thrown.name) ? named(reasonIn(thrown), thrown) : thrown
