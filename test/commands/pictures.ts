/**
 * Draws the pictures of README.md, docs/walk.md and docs/readers.md from the running page: `npm run lab -- pictures [DIR]`. A data set and a model are
 * picked as folders, run and looked at, as docs/walk.md tells it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { servePage } from '../../src/cli/serve/serve.ts'
import {
  openResults,
  openTab,
  pickFolder,
  reach,
  readyToRun,
  startRun,
  waitForDone,
} from '../browser/harness/drive.ts'
import { demoDataset, demoModel } from '../browser/harness/folders.ts'
import { showSitting } from './sitting.ts'
import { visit } from './visit.ts'

/** Another folder may be named. */
const [out = 'docs/pictures'] = process.argv.slice(2)
const profile = mkdtempSync(join(tmpdir(), 'voxelwise-pictures-'))
const server = await servePage([])
mkdirSync(out, { recursive: true })

const { context, page } = await visit(server.origin, profile)
const picture = async (name: string): Promise<void> => {
  // What moves comes to rest.
  await page.waitForTimeout(1000)
  await page.mouse.move(0, 0)
  writeFileSync(join(out, `${name}.png`), await page.screenshot({ animations: 'disabled' }))
  console.log(join(out, `${name}.png`))
}

try {
  await page.setViewportSize({ width: 1120, height: 700 })
  await page.emulateMedia({ colorScheme: 'light' })
  await readyToRun(page)
  await pickFolder(page, 'dataset', demoDataset)
  await pickFolder(page, 'model', demoModel)
  await page.getByRole('button', { name: /^Run phantom-vlm / }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await picture('folders')
  await startRun(page)
  await waitForDone(page, 420)
  await page.getByRole('button', { name: 'Pause' }).click()
  await reach(page, 'Paused')
  await picture('run')
  await page.getByRole('button', { name: 'Resume' }).click()
  await reach(page, 'Done', 400_000)
  await openResults(page)
  await openTab(page, 'Cube')
  await page.setViewportSize({ width: 1120, height: 860 })
  await picture('cube')
  await openTab(page, 'Shortcuts')
  await picture('shortcuts')
  await openTab(page, 'Samples')
  await page
    .getByRole('article', { name: /^Sample / })
    .getByRole('img')
    .first()
    .waitFor()
  await picture('sample')
  await page.getByLabel('Modality', { exact: true }).selectOption('=X-ray')
  await page.getByLabel('Verdict', { exact: true }).selectOption('=wrong')
  await page.getByRole('button', { name: 'Gallery', exact: true }).click()
  await page.getByRole('region', { name: 'Gallery' }).locator('img').nth(10).waitFor()
  await picture('selection')
  const results = page.url()
  await page.goto(`${server.origin}/#/people`)
  await showSitting(page)
  await picture('people')
  await page.goto(results)
  await openTab(page, 'Export')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /report/i })
      .first()
      .click(),
  ])
  const report = join(profile, 'report.html')
  await download.saveAs(report)
  await page.goto(`file://${report}`)
  await picture('report')
} finally {
  await context.close()
  await server.close()
  rmSync(profile, { recursive: true, force: true })
}
