import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preview } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built page. */
    origin: string
    /** A folder for what the files of one call of Vitest share. */
    scratch: string
    /** Whether every page gets a browser with a profile on disk (vite.config.ts). */
    ownBrowsers: boolean
    /** Whether models are so small that loading one takes longer than its answers. */
    smallModels: boolean
  }
}

/** Serves the built page as `npm start` does, on a free port. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.html')) throw new Error('There is no built page: run `npm run build` first.')
  const server = await preview({ preview: { port: 0, strictPort: false } })
  const address = server.httpServer.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  project.provide('origin', `http://localhost:${address.port}`)
  const scratch = mkdtempSync(join(tmpdir(), 'voxelwise-shared-'))
  project.provide('scratch', scratch)
  return async () => {
    await server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}
