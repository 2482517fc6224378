/** CSV as RFC 4180 has it: for spreadsheets, and for Python's `csv` to the byte. */

/** A number is written in full, as many digits as tell it from every other; null is an empty field. */
export type CsvValue = string | number | null

/** Lines end in CR LF; a field with a comma, a quote or a line break is quoted. */
export function csv(rows: Iterable<readonly CsvValue[]>): string {
  return Array.from(rows, row => `${row.map(field).join(',')}\r\n`).join('')
}

function field(value: CsvValue): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
