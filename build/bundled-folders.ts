import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const parents = ['datasets', 'models']

/** Every file below a folder with its size: what a browser cannot ask a static server for. */
function listing(folder: string): { path: string; size: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ path: file.slice(folder.length + 1).replaceAll('\\', '/'), size: statSync(file).size }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

function bundled(): { url: string; folder: string }[] {
  return parents.flatMap(parent =>
    readdirSync(join('public', parent), { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => ({
        url: `${parent}/${entry.name}/files.json`,
        folder: join('public', parent, entry.name),
      })),
  )
}

/** Puts a `files.json` beside each bundled data set and model, in the built page and in the dev server. */
export function bundledFolders(): Plugin {
  return {
    name: 'bundled-folders',
    generateBundle() {
      for (const { url, folder } of bundled())
        this.emitFile({ type: 'asset', fileName: url, source: JSON.stringify(listing(folder)) })
    },
    configurePreviewServer(server) {
      // Weights and pictures do not shrink, and a compressed part of a file cannot be read back.
      server.middlewares.use((request, _response, next) => {
        if (parents.some(parent => request.url?.startsWith(`/${parent}/`)))
          delete request.headers['accept-encoding']
        next()
      })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const found = bundled().find(({ url }) => request.url === `/${url}`)
        if (!found) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(listing(found.folder)))
      })
    },
  }
}
