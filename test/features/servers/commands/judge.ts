/** A real server as a judge of answers in words: by the command, and on the page as a person would. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../../../../src/cli/browser/chromium.ts'
import type { RunFile, RunPass } from '../../../../src/data/export/run-file.ts'
import { judgedAnswers } from '../../../../src/engine/analysis/judged-answers.ts'
import { judgedLine } from '../../../../src/ui/text/judged.ts'
import { readRunText } from '../../../unit/support/read-run.ts'

/** Replies that are shown whole. */
const shown = 3

/** What a judge's pass holds is told, and has to be whole. */
function printRatings(pass: RunPass | undefined, parent: RunFile): void {
  if (!pass) throw new Error('The run has no judge’s pass.')
  const { run, records } = pass
  if (run.state !== 'done' || records.length !== run.total) throw new Error('The judge’s pass is not whole.')
  const failed = records.find(record => record.status === 'failed')
  if (failed?.status === 'failed') throw new Error(failed.error.message)
  const [judged] = judgedAnswers(parent.run, parent.records, [pass]).judged
  if (!judged) throw new Error('The pass has no figures.')
  console.log(`   ${judgedLine(judged.figures)}; spread ${judged.figures.spread?.toFixed(1) ?? 'unknown'}`)
  for (const [why, n] of judged.why) console.log(`   ${n} unparsed: ${why}`)
  for (const record of records.slice(0, shown))
    if (record.status === 'answered') console.log(`   ${JSON.stringify(record.response)}`)
}

/**
 * `evaluate --judge-model @server` on questions that are answered in words.
 * @param questions with their right answers
 * @returns the run.json
 */
export async function judgeByCommand(
  folder: string,
  address: string,
  questions: readonly (readonly [string, string])[],
): Promise<string> {
  const file = join(folder, 'open.jsonl')
  writeFileSync(
    file,
    questions.map(([question, answer]) => `${JSON.stringify({ question, answer })}\n`).join(''),
  )
  const out = join(folder, 'judged')
  const asked = ['--dataset', file, '--server', address, '--out', out, '--max-new-tokens', '24']
  const judging = ['--judge-model', '@server', '--rubric', 'med-cmr', '--judge-repeats', '2x2']
  execFileSync('npx', ['tsx', 'src/cli/commands/evaluate.ts', ...asked, ...judging, '--judge-tokens', '80'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const path = join(out, 'run.json')
  const whole = await readRunText(readFileSync(path, 'utf8'))
  printRatings(whole.passes[0], whole)
  return path
}

/**
 * The tab Judges: the same answers, opened from their run.json, judged by the server that Voxelwise was started with.
 * @param origin of our own server
 */
export async function judgeOnPage(origin: string, runFile: string): Promise<void> {
  const browser = await launchChromium('none', false)
  try {
    const page = await browser.newPage()
    await page.goto(`${origin}/#/runs`)
    await page.getByTestId('import-input').setInputFiles(runFile)
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true })
    await tab('Judges').click()
    const judge = page.getByRole('region', { name: 'Judge', exact: true })
    await judge.getByRole('button', { name: 'Use a model server' }).click()
    await judge.getByRole('button', { name: 'Connect' }).click()
    await page.getByLabel('Maximum tokens per reply').fill('80', { timeout: 120_000 })
    await page.getByLabel('Rate again').fill('2')
    const done = page.locator('.passes .run-state[data-state="Done"]')
    const before = await done.count()
    await page.getByRole('button', { name: /^Judge \d+ answers$/ }).click()
    await done.nth(before).waitFor({ timeout: 600_000 })
    await tab('Export').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'run.json', exact: true }).click(),
    ])
    const whole = await readRunText(readFileSync(await download.path(), 'utf8'))
    printRatings(whole.passes.at(-1), whole)
  } finally {
    await browser.close()
  }
}
