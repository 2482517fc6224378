import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Plugin, preview } from 'vite'
import { plainAnswer } from '../../build/local-requests.ts'
import { answerFromFolder } from './serve-folder.ts'

/** A local folder handed out to the page below `/served/<name>/`. */
export interface ServedFolder {
  readonly name: string
  readonly folder: string
}

export interface Server {
  readonly origin: string
  close(): Promise<void>
}

/** Serves the built page and some local folders, on this machine only, on a free port. */
export async function servePage(folders: readonly ServedFolder[], outDir = 'dist'): Promise<Server> {
  const server = await preview({
    logLevel: 'error',
    build: { outDir },
    plugins: [served(folders)],
    preview: { port: 0, strictPort: false, host: 'localhost' },
  })
  const address = server.httpServer.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return { origin: `http://localhost:${address.port}`, close: () => server.close() }
}

/** Answers whatever lies below `/served/`. */
function served(folders: readonly ServedFolder[]): Plugin {
  return {
    name: 'served-folders',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, name, path] = /^\/served\/([^/?#]*)\/?([^?#]*)/.exec(request.url ?? '') ?? []
        if (name === undefined || path === undefined) return next()
        const found = folders.find(folder => folder.name === name)
        if (!found) return plainAnswer(response, 404, 'There is no such folder.')
        answerFromFolder(resolve(found.folder), path, request, response).catch(next)
      })
    },
  }
}

/** Whether there is no built page, or one that is older than what it is built from. */
export function pageIsStale(): boolean {
  const built = 'dist/index.html'
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const sources = ['src', 'build', 'public'].flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  )
  return [...sources, 'index.html', 'headless.html', 'package-lock.json', 'vite.config.ts'].some(
    file => statSync(file).mtimeMs > since,
  )
}
