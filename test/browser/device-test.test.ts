/**
 * A graphics card that is compared before it answers, on the software adapter.
 * @module-tag wide
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, exportRun, openTab, pickFolder, readyToRun, runToEnd } from './harness/drive.ts'
import { freshFolder, openPage } from './harness/page.ts'

const smolvlm = resolve('test/golden/families/smolvlm')
const decoder = 'onnx/decoder_model_merged.onnx'

/** The values of an initializer, where they lie in the file: its name, the tag of `raw_data`, their length. */
function weightsOf(file: Buffer, name: string): Float32Array<ArrayBuffer> {
  const begin = file.indexOf(Buffer.concat([Buffer.from(name), Buffer.from([0x4a])])) + name.length + 1
  let [at, length, shift, byte] = [begin, 0, 0, 0]
  do {
    byte = file[at++] as number
    length |= (byte & 127) << shift
    shift += 7
  } while (byte & 128)
  const copy = new Uint8Array(file.subarray(at, at + length))
  file.subarray(at, at + length).fill(0)
  return Object.assign(new Float32Array(copy.buffer), { at })
}

function put(file: Buffer, values: Float32Array, at: number): void {
  file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at)
}

const faults: Readonly<Record<string, (file: Buffer) => void>> = {
  overflow(file) {
    const weights = weightsOf(file, 'onnx::MatMul_607')
    put(file, weights.map(value => value * 1e38), (weights as unknown as { at: number }).at)
  },
  'wrong mask'(file) {
    // The least float, which hides later tokens, becomes 0.
    const at = file.indexOf(Buffer.from([0x4a, 4, 0xff, 0xff, 0x7f, 0xff]))
    file.fill(0, at + 2, at + 6)
  },
  'swapped layers'(file) {
    const layers = [
      [607, 614, 615, 631, 632, 633, 634],
      [635, 642, 643, 659, 660, 661, 662],
    ].map(numbers => numbers.map(number => weightsOf(file, `onnx::MatMul_${number}`)))
    for (const [i, one] of (layers[0] ?? []).entries()) {
      const other = layers[1]?.[i] as Float32Array
      const [a, b] = [one, other].map(weights => (weights as unknown as { at: number }).at) as [number, number]
      put(file, one, b)
      put(file, other, a)
    }
  },
}

function brokenModel(fault: string): string {
  const folder = join(freshFolder('broken'), fault.replace(' ', '-'))
  cpSync(smolvlm, folder, { recursive: true })
  const path = join(folder, decoder)
  const file = readFileSync(path)
  faults[fault]?.(file)
  writeFileSync(path, file)
  return folder
}

const compared = (page: Page) => page.locator('.run-bar-why')

test('graphs broken on purpose are refused by name, and correct ones pass', { timeout: 300_000 }, async () => {
  const { page, errors } = await openPage({ gpu: 'software' })
  await choose(page, { limit: 2, device: 'webgpu', dtype: 'fp32' })
  await compared(page).getByText(/letters as in WASM|not compared/).waitFor({ timeout: 60_000 })
  console.log(await compared(page).textContent())
  for (const fault of ['overflow', 'wrong mask', 'swapped layers']) {
    await pickFolder(page, 'model', brokenModel(fault))
    await choose(page, { device: 'webgpu', dtype: 'fp32' })
    await compared(page).getByText('does not compute this model as PyTorch').waitFor({ timeout: 60_000 })
    console.log(fault, await compared(page).textContent())
  }
})
