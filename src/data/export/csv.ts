/** CSV as RFC 4180 has it: for spreadsheets, and for Python's `csv` to the byte. */

/** A number is written in full, with enough digits to be unique; null is an empty field. */
export type CsvValue = string | number | null

/**
 * For spreadsheets: no text becomes a formula. Lines end in CR LF. A field with a comma, a quote or a line break is
 * quoted. A number is never a formula, not even a negative one. A spreadsheet set to another separator than the comma finds
 * other fields, and may find formulas in them.
 */
export function csv(rows: Iterable<readonly CsvValue[]>): string {
  return Array.from(rows, row => `${row.map(field).join(',')}\r\n`).join('')
}

function field(value: CsvValue): string {
  const text = typeof value === 'string' ? asText(value) : value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const apostrophe = /^'+/

/**
 * A text that no spreadsheet takes for a formula: an apostrophe stands before one that it may take for it, as OWASP advises
 * against CSV injection. One that has apostrophes there already has one more, so that `asWritten` restores each text.
 */
export const asText = (text: string): string => (isFormula(text.replace(apostrophe, '')) ? `'${text}` : text)

/** The text that `asText` was given. */
export const asWritten = (text: string): string =>
  apostrophe.test(text) && isFormula(text.replace(apostrophe, '')) ? text.slice(1) : text

/**
 * Whether a spreadsheet may take a text for a formula: it begins with a sign that begins one (in full width too), after
 * white space that importers cut off, or with a control character that does the same.
 */
export function isFormula(text: string): boolean {
  return /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/.test(text)
}
