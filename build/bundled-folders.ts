import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { parseOutline } from '../src/engine/model/onnx-outline.ts'

const parents = ['datasets', 'models']

/** Every file below a folder with its size: what a browser cannot ask a static server for. */
function listing(folder: string): { path: string; size: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ path: file.slice(folder.length + 1).replaceAll('\\', '/'), size: statSync(file).size }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** By path, the outline of every ONNX file: to read them in a browser takes some 200 requests for parts of the files. */
async function outlines(folder: string): Promise<object> {
  const graphs = listing(folder).filter(({ path }) => path.endsWith('.onnx'))
  const read = graphs.map(async ({ path, size }) => {
    const bytes = readFileSync(join(folder, path))
    const outline = await parseOutline({ size, read: async (start, end) => bytes.subarray(start, end) })
    return [path, outline] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

interface BundledFile {
  readonly url: string
  content(): object | Promise<object>
}

function bundled(): BundledFile[] {
  return parents.flatMap(parent =>
    readdirSync(join('public', parent), { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .flatMap(({ name }) => {
        const [url, folder] = [`${parent}/${name}`, join('public', parent, name)]
        const files = { url: `${url}/files.json`, content: () => listing(folder) }
        const graphs = { url: `${url}/outlines.json`, content: () => outlines(folder) }
        return parent === 'models' ? [files, graphs] : [files]
      }),
  )
}

/**
 * Puts a `files.json` beside each bundled data set and model, and an `outlines.json` beside each model, in the built page and
 * in the dev server.
 */
export function bundledFolders(): Plugin {
  return {
    name: 'bundled-folders',
    async generateBundle() {
      for (const { url, content } of bundled())
        this.emitFile({ type: 'asset', fileName: url, source: JSON.stringify(await content()) })
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
        Promise.resolve(found.content()).then(content => response.end(JSON.stringify(content)), next)
      })
    },
  }
}
