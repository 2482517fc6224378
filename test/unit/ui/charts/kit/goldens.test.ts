/**
 * Every chart as it is printed, on a page and on a telephone, text for text. Renewed, to be looked at in `git diff`
 * and in a browser, by `npx vitest run --project unit test/unit/ui/charts/kit/goldens.test.ts -u`.
 */
import { readdirSync } from 'node:fs'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Paper, paperWidth } from '../../../../../src/ui/hooks/paper.ts'
import { charts } from '../../../support/charts.ts'
import { textProblems } from '../../../support/text-problems.ts'

/** What a telephone of 360 px leaves to a chart. */
const telephone = 328
/** All styles of the page. */
const sheet = '<?xml-stylesheet href="../../../src/ui/styles/index.css"?>\n'

const draw = (chart: ReactElement, width: number): string =>
  renderToStaticMarkup(createElement(Paper, { value: width }, chart))

/** One file where the width changes nothing. */
const cases = Object.entries(charts).flatMap(([name, chart]) => {
  const [wide, narrow] = [draw(chart, paperWidth), draw(chart, telephone)]
  if (wide === narrow) return [{ file: `${name}.${wide.startsWith('<table') ? 'html' : 'svg'}`, drawn: wide }]
  return [
    { file: `${name}.svg`, drawn: wide },
    { file: `${name}-narrow.svg`, drawn: narrow },
  ]
})

test.each(cases)('$file', async ({ file, drawn }) => {
  const isTable = file.endsWith('.html')
  const picture = isTable ? drawn : (/<svg.*<\/svg>/s.exec(drawn)?.[0] ?? '')
  const lines = picture.replaceAll('><', '>\n<').replace(/\d+\.\d{3,}/g, number => Number(number).toFixed(2))
  const alone = isTable ? lines : sheet + lines.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  expect(textProblems(picture)).toEqual([])
  await expect(`${alone}\n`).toMatchFileSnapshot(`../../../../golden/charts/${file}`)
})

test('every golden has its chart', () => {
  const files = cases.map(({ file }) => file)
  expect(readdirSync('test/golden/charts').filter(file => !files.includes(file))).toEqual([])
})
