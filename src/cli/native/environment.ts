import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../engine/protocol/run.ts'
import { runtimeVersion } from '../base/installed.ts'
import { nodeRuntime } from './runtime.ts'

const userAgent = `Node.js ${process.version}, ${process.platform} ${process.arch}`

/** Where a run is made, of this process. */
export async function environmentHere(): Promise<Environment> {
  const { env } = await import('@huggingface/transformers')
  const { versions } = nodeRuntime().env
  return {
    app: ownVersion(),
    transformers: env.version,
    onnxruntime: versions.node ?? runtimeVersion,
    userAgent,
    threads: availableParallelism(),
    runtime: 'node',
    adapter: null,
  }
}

/** Where a log was read: no model is run. */
export const hereWithoutModel = (): Environment => ({
  app: ownVersion(),
  transformers: 'none',
  onnxruntime: 'none',
  userAgent,
  threads: 1,
  adapter: null,
})

/** Version in the manifest nearest above these commands: the repository's, or the installed package's. */
function ownVersion(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).version
  }
}
