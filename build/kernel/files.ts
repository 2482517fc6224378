import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { withKernel } from './inject.ts'

/** The files that get our kernel, and from which they are made. */
const files = {
  'ort-wasm-simd-threaded.jspi.wasm': 'ort-wasm-simd-threaded.jspi.wasm',
  'ort-wasm-simd-threaded.relaxed.wasm': 'ort-wasm-simd-threaded.wasm',
}

export interface KernelFiles {
  readonly folder: string
  /** The name of the kernel in the files; null where they are as published. */
  readonly name: '6x8' | null
}

/** Made once for each version of ONNX Runtime and of the kernel, and kept in `node_modules/.cache`. */
export function filesWithKernel(published: string, version: string): KernelFiles {
  const sources = ['assembly.ts', 'files.ts', 'inject.ts', 'kernel.ts']
  const digest = createHash('sha256').update(version)
  for (const source of sources) digest.update(readFileSync(join(import.meta.dirname, source)))
  const cache = resolve(published, '../../.cache/voxelwise-kernel')
  const folder = join(cache, digest.digest('hex').slice(0, 16))
  const [withOurs, asPublished] = [join(folder, '6x8'), join(folder, 'published')]
  if (existsSync(withOurs)) return { folder: withOurs, name: '6x8' }
  if (!existsSync(asPublished)) {
    const read = Object.entries(files).map(
      ([name, from]) => [name, readFileSync(join(published, from))] as const,
    )
    const made = read.map(([name, bytes]) => [name, withKernel(bytes)] as const)
    const isWhole = made.every(([, bytes]) => bytes !== null)
    writeTogether(isWhole ? withOurs : asPublished, isWhole ? made : read)
    if (isWhole) return { folder: withOurs, name: '6x8' }
    process.emitWarning(
      `ONNX Runtime ${version} has other matrix kernels than build/kernel knows. The page runs with them: slower, and as right.`,
    )
  }
  return { folder: asPublished, name: null }
}

/** Another process may make the same folder at the same time: it appears with all its files, or not at all. */
function writeTogether(folder: string, contents: readonly (readonly [string, Uint8Array | null])[]): void {
  const temporary = `${folder}-${process.pid}`
  mkdirSync(temporary, { recursive: true })
  for (const [name, bytes] of contents) writeFileSync(join(temporary, name), bytes ?? '')
  mkdirSync(dirname(folder), { recursive: true })
  try {
    renameSync(temporary, folder)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
