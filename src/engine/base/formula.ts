/**
 * Whether a spreadsheet may take a text for a formula: it begins with a sign that begins one (in full width too), after
 * white space that importers cut off, or with a control character that does the same.
 */
export function isFormula(text: string): boolean {
  return /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/.test(text)
}
