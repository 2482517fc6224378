/** CSV as RFC 4180 has it: for spreadsheets, and for Python's `csv` to the byte. */

/** A number is written in full, with enough digits to be unique; null is an empty field. */
export type CsvValue = string | number | null

/**
 * For spreadsheets: no text becomes a formula. Lines end in CR LF. A field with a comma, a quote or a line break is
 * quoted. A text that a spreadsheet would take for a formula gets an apostrophe in front, as OWASP advises against CSV
 * injection. A number is never such a text, not even a negative one. A spreadsheet set to another separator than the
 * comma finds other fields, and may find formulas in them.
 */
export function csv(rows: Iterable<readonly CsvValue[]>): string {
  return join(rows, value => (typeof value === 'string' && isFormula(value) ? `'${value}` : value))
}

/** The same with every text as it is: for a file that another program defines and reads. */
export function plainCsv(rows: Iterable<readonly CsvValue[]>): string {
  return join(rows, value => value)
}

function join(rows: Iterable<readonly CsvValue[]>, safe: (value: CsvValue) => CsvValue): string {
  return Array.from(rows, row => `${row.map(value => field(safe(value))).join(',')}\r\n`).join('')
}

function field(value: CsvValue): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Whether a spreadsheet may take a text for a formula: it begins with a sign that begins one (in full width too), after
 * white space that importers cut off, or with a control character that does the same.
 */
export function isFormula(text: string): boolean {
  return /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/.test(text)
}
