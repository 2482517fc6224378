import { expect, test } from 'vitest'
import { csv } from '../../src/data/export/csv.ts'

test('fields are quoted where they must be, and only there', () => {
  expect(csv([['a', 'b c', ''], ['x,y', 'say "hi"', 'two\nlines'], ['\r']])).toBe(
    'a,b c,\r\n"x,y","say ""hi""","two\nlines"\r\n"\r"\r\n',
  )
})

test('numbers are written in full, and nothing where there is none', () => {
  expect(csv([[1 / 3, 0.1 + 0.2, -1, 1e21, null]])).toBe(
    '0.3333333333333333,0.30000000000000004,-1,1e+21,\r\n',
  )
})

test('text stays as it is: letters of any script, spaces, signs', () => {
  expect(csv([[' Müller ', '腹部', '=1+1', '−0.5']])).toBe(' Müller ,腹部,=1+1,−0.5\r\n')
})

test('nothing makes nothing', () => {
  expect(csv([])).toBe('')
})
