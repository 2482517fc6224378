import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitText, measureByTable, textStyles, wrapText } from '../../../../../src/ui/charts/kit/text.ts'
import { featureSheets, listSheets } from '../../../support/sheets.ts'

const width = (text: string) => measureByTable(text, 'plot-label')

test('texts are measured in the size that the style sheets set', () => {
  const ofCharts = listSheets('src/ui/styles/printed.css').filter(path => path.includes('charts'))
  const sheets = [...ofCharts, ...featureSheets()]
  const css = sheets.map(path => readFileSync(path, 'utf8')).join('\n')
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    classes: selectors.split(',').map(selector => selector.trim()),
    body,
  }))
  for (const [name, { size, weight }] of Object.entries(textStyles)) {
    const last = (property: string) =>
      rules
        .filter(({ classes, body }) => classes.includes(`.${name}`) && body.includes(`${property}:`))
        .map(({ body }) => new RegExp(`${property}:\\s*([\\d.]+)`).exec(body)?.[1])
        .at(-1)
    expect(`${name} ${last('font-size')}`).toBe(`${name} ${size}`)
    // A number of the cube turns bold where it is sure.
    if (name !== 'plot-number') expect(`${name} ${last('font-weight') ?? 400}`).toBe(`${name} ${weight}`)
  }
})

test('the table distinguishes narrow letters from wide ones, figures are equal, unknown letters are wide', () => {
  expect(width('ill')).toBeLessThan(width('WWW') / 2)
  expect(width('111')).toBe(width('888'))
  expect(width('脳')).toBe(12)
  expect(measureByTable('Brain', 'plot-panel')).toBeGreaterThan(measureByTable('Brain', 'plot-label'))
})

test('a text is cut to its room, and only if necessary', () => {
  expect(fitText('Organ Recognition', 200, measureByTable, 'plot-label')).toBe('Organ Recognition')
  const long = 'Averyveryverylongtaskname'
  for (const room of [30, 60, 100]) {
    const cut = fitText(long, room, measureByTable, 'plot-label')
    expect(cut).toMatch(/…$/)
    expect(width(cut)).toBeLessThanOrEqual(room)
    const next = `${long.slice(0, cut.length)}…`
    expect(width(next)).toBeGreaterThan(room)
  }
  expect(fitText('Disease Diagnosis · MRI · Brain', 100, measureByTable, 'matrix-label', 'ends')).toMatch(
    /^D.*….*Brain$/,
  )
  expect(fitText('abc', 0, measureByTable, 'plot-label')).toBe('…')
})

test('labels break at spaces and never run on', () => {
  const wrap = (text: string) => wrapText(text, 118, measureByTable, 'plot-label')
  expect(wrap('Organ Recognition')).toEqual(['Organ Recognition'])
  expect(wrap('Imaging Protocols Recognition')).toEqual(['Imaging Protocols', 'Recognition'])
  for (const text of ['Averyveryverylongtasknameindeed', 'one two three four five six seven eight nine ten'])
    for (const line of wrap(text)) expect(width(line)).toBeLessThanOrEqual(118)
  expect(wrap('')).toEqual([''])
})
