/**
 * Every chart as it is printed, on a page and on a telephone, text for text. Renewed, to be looked at in `git diff`
 * and in a browser, by `npx vitest run --project unit test/unit/ui/charts/kit/goldens.test.ts -u`. A feature's charts are in its
 * `test/features/<name>/charts.ts`, their goldens in `charts` beside it.
 */
import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { modulesByFeature } from '../../../../../build/from-features.ts'
import { Paper, paperWidth } from '../../../../../src/ui/hooks/paper.ts'
import { coreCharts } from '../../../support/charts.ts'
import { featureSheets } from '../../../support/sheets.ts'
import { textProblems } from '../../../support/text-problems.ts'

/** What a telephone of 360 px leaves to a chart. */
const telephone = 328

const draw = (chart: ReactElement, width: number): string =>
  renderToStaticMarkup(createElement(Paper, { value: width }, chart))

type Charts = Readonly<Record<string, ReactElement>>
const fromFeatures = await modulesByFeature<{ charts: Charts }>('charts.ts')

/** Every chart, with the folder of its golden. */
const all = [
  { folder: 'test/golden/charts', charts: coreCharts },
  ...fromFeatures.map(({ folder, module }) => ({ folder: join(folder, 'charts'), charts: module.charts })),
].flatMap(({ folder, charts }) => Object.entries(charts).map(([name, chart]) => ({ folder, name, chart })))

/** One file where the width changes nothing. */
const cases = all.flatMap(({ folder, name, chart }) => {
  const at = (end: string): string => join(folder, `${name}${end}`)
  const [wide, narrow] = [draw(chart, paperWidth), draw(chart, telephone)]
  if (wide === narrow) return [{ file: at(wide.startsWith('<table') ? '.html' : '.svg'), drawn: wide }]
  return [
    { file: at('.svg'), drawn: wide },
    { file: at('-narrow.svg'), drawn: narrow },
  ]
})

test.each(cases)('$file', async ({ file, drawn }) => {
  const isTable = file.endsWith('.html')
  const picture = isTable ? drawn : (/<svg.*<\/svg>/s.exec(drawn)?.[0] ?? '')
  const lines = picture.replaceAll('><', '>\n<').replace(/\d+\.\d{3,}/g, number => Number(number).toFixed(2))
  // All styles of the page, and those of the feature.
  const feature = /^test\/features\/([^/]+)\//.exec(file)?.[1]
  const own = featureSheets().filter(sheet => sheet.startsWith(`src/features/${feature}/`))
  const sheets = ['src/ui/styles/index.css', ...own]
    .map(sheet => `<?xml-stylesheet href="${relative(dirname(file), sheet)}"?>\n`)
    .join('')
  const alone = isTable ? lines : sheets + lines.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  expect(textProblems(picture)).toEqual([])
  await expect(`${alone}\n`).toMatchFileSnapshot(resolve(file))
})

test('every golden has its chart', () => {
  const files = cases.map(({ file }) => file)
  const folders = [...new Set(files.map(file => dirname(file)))]
  const goldens = folders.flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
  expect(goldens.filter(file => !files.includes(file))).toEqual([])
})
