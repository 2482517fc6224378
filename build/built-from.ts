/** What the built page was made of, so that an equal one is not built again: a checkout or a copy changes the times of files only. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const noteName = '.built-from'

/** Every file that the page is built of, in order. */
export function pageSources(): readonly string[] {
  const packages = readdirSync('packages').map(name => join('packages', name, 'src'))
  const folders = ['src', 'build', 'public', ...packages.filter(folder => existsSync(folder))]
  const found = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  )
  const single = ['index.html', 'headless.html', 'package-lock.json', 'vite.config.ts', 'CHANGELOG.md']
  return [...found, ...single].sort()
}

/** SHA-256 (hex) over the names and the contents of files. */
export function digestOfFiles(files: readonly string[]): string {
  const digest = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    digest.update(`${file}\n${content.length}\n`).update(content)
  }
  return digest.digest('hex')
}

/** Whether the page built into `folder` is of these very files. */
export function isBuiltFrom(folder: string, files: readonly string[]): boolean {
  const note = join(folder, noteName)
  return existsSync(note) && readFileSync(note, 'utf8') === digestOfFiles(files)
}

/** Notes it in the folder of the page, as the files were when the build began. */
export function builtFrom(): Plugin {
  let folder = ''
  let digest = ''
  return {
    name: 'built-from',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    buildStart() {
      digest = digestOfFiles(pageSources())
    },
    // Not closeBundle, which some failed builds call without an error.
    writeBundle() {
      writeFileSync(join(folder, noteName), digest)
    },
  }
}
