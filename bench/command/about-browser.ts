import type { Gpu } from '../../src/cli/browser/chromium.ts'
import { VoxelwiseError } from '../../src/engine/base/errors.ts'
import { openBenchPage } from './browser.ts'

/**
 * Chromium's version, and the graphics card that it has; null without one.
 * @throws VoxelwiseError device-unavailable
 */
export async function aboutBrowser(
  origin: string,
  wanted: Gpu,
): Promise<{ readonly chromium: string; readonly gpu: string | null }> {
  const { page, version, close } = await openBenchPage(`${origin}/headless.html`, wanted)
  const adapter = await page.evaluate(async () => {
    const { info } = (await navigator.gpu?.requestAdapter()) ?? {}
    return info ? { name: `${info.vendor} ${info.architecture}`, software: info.isFallbackAdapter } : null
  })
  await close()
  if (wanted !== 'none') expectAdapter(adapter, wanted)
  return { chromium: version, gpu: adapter && `${adapter.name}${adapter.software ? ' (software)' : ''}` }
}

/** @throws VoxelwiseError device-unavailable without a graphics card, unless a software adapter is accepted */
function expectAdapter(
  adapter: { readonly name: string; readonly software: boolean } | null,
  wanted: Gpu,
): void {
  if (adapter && (wanted === 'software' || !adapter.software)) return
  throw new VoxelwiseError({
    code: 'device-unavailable',
    subject: 'WebGPU',
    message: adapter
      ? `Chromium has only a software adapter here (${adapter.name}).`
      : 'Chromium found no graphics card.',
    remedy: 'Run the bench on a computer with a graphics card, or add --software to see that it works.',
  })
}
