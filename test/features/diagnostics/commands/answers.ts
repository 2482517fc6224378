/**
 * Whether the examples of docs/answers.md give the figures of figures.json: `npm run lab -- answers [--python FILE]`. Needs R with
 * survey, pROC and lme4, and Python with pandas.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import { answeredRun } from '../answered-run.ts'

const { values } = parseArgs({ options: { python: { type: 'string', default: 'python3' } } })
const store = answeredRun(150)
const folder = mkdtempSync(join(tmpdir(), 'voxelwise-answers-'))
for (const name of ['answers.csv', 'findings.csv', 'figures.json'] as const)
  writeFileSync(join(folder, name), await (await exportRun(store, 'r', name, {})).text())

interface WrittenFigure {
  readonly figure: string
  readonly slice: Readonly<Record<string, string>>
  readonly share: number
  readonly n: number
  readonly clusters: number
}
const figures = JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8')) as WrittenFigure[]

/** What an example must print, by the package that it begins with. */
const expected: Readonly<Record<string, (one: WrittenFigure) => readonly number[]>> = {
  survey: ({ figure, slice, share }) =>
    figure === 'accuracy' && Object.keys(slice).every(name => name === 'task') ? [share] : [],
  pROC: ({ figure, share }) => (figure === 'auroc' ? [share] : []),
  lme4: ({ figure, slice, n, clusters }) =>
    figure === 'accuracy' && Object.keys(slice).length === 0 ? [n, clusters] : [],
  pandas: ({ figure, slice, share }) =>
    (figure === 'accuracy' && Object.keys(slice).join() === 'task') ||
    ((figure === 'sensitivity' || figure === 'specificity') && slice.finding !== undefined)
      ? [share]
      : [],
}

const examples = [...readFileSync('docs/answers.md', 'utf8').matchAll(/```(r|python)\n(.*?)```/gs)]
let isRight = examples.length === Object.keys(expected).length
for (const [, language, code = ''] of examples) {
  const name = /library\((\w+)\)|import (\w+)/.exec(code)?.slice(1).find(Boolean) ?? ''
  const file = join(folder, `example-of-${name}.${language === 'r' ? 'R' : 'py'}`)
  writeFileSync(file, code)
  const program = language === 'r' ? 'Rscript' : values.python
  const output = execFileSync(program, [file], { cwd: folder, encoding: 'utf8' })
  const printed = (output.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number)
  const wanted = figures.flatMap(one => expected[name]?.(one) ?? [])
  const missing = wanted.filter(value => !printed.some(one => Math.abs(one - value) < 1e-9))
  console.log(`${name}: ${wanted.length - missing.length} of ${wanted.length} figures`)
  if (missing.length > 0 || wanted.length === 0) {
    console.error(`Not printed: ${missing.join(', ')}\n${output}`)
    isRight = false
  }
}
process.exitCode = isRight ? 0 : 1
