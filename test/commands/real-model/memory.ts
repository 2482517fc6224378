/** Most memory that a browser holds for a run, from the choice of the model to the last answer. */
import { openBenchPage } from '../../../bench/command/browser.ts'
import { benchSettings } from '../../../bench/command/settings.ts'
import type { Server } from '../../../src/cli/serve/serve.ts'
import type { MemoryFigures } from './figures.ts'
import type { Exported } from './prepare.ts'

/** @param cube name of a folder that the server of the page hands out */
export async function measureMemory(
  server: Server,
  cube: string,
  model: string,
  dtype: Exported,
): Promise<MemoryFigures> {
  const { page, peakSince, close } = await openBenchPage(server.address('bench.html'), 'none')
  try {
    const peak = peakSince()
    await page.setInputFiles('#folder', model)
    await page.evaluate(name => bench.openOurs(name), cube)
    const settings = { ...benchSettings, device: 'wasm', dtype, maxNewTokens: 2 } as const
    const { failed } = await page.evaluate(s => bench.ours(s, true, 0), settings)
    if (failed > 0) throw new Error(`${failed} questions failed.`)
    const { page_mb, browser_mb } = await peak()
    return { page: page_mb, browser: browser_mb }
  } finally {
    await close()
  }
}
