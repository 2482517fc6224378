import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ExportName } from '../../engine/analysis/result-row.ts'
import { writeParts } from '../base/files.ts'

/** Writes the run that was begun, however it ended; nothing where none was. */
export async function writeWhole(page: Page, out: string): Promise<void> {
  const { live } = await page.evaluate(() => globalThis.voxelwise.getState())
  if (live) await writeExports(page, live.run.parent ?? live.run.id, out)
}

export const exportedFiles: readonly ExportName[] = [
  'results.json',
  'metrics_summary.json',
  'figures.json',
  'shortcut.json',
  'shortcut_report.csv',
  'run.json',
]

/** Writes one stored run. */
export async function writeExports(page: Page, run: string, out: string): Promise<void> {
  for (const name of exportedFiles) {
    const text = await page.evaluate(
      async ([id, file]) => (await globalThis.voxelwise.exportFile(id, file)).text(),
      [run, name] as const,
    )
    await writeParts(join(out, name), [text])
  }
  const report = await page.evaluate(async id => (await globalThis.voxelwise.report(id)).text(), run)
  await writeParts(join(out, 'report.html'), [report])
}
