import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const imports = /^import (type )?\{([^}]*)\} from '@voxelwise\/([a-z]+)'/gm

const names = (list: string): string[] =>
  list
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** The file of each name that the entry of a package exports. */
function filesOfEntry(entry: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [, list = '', file = ''] of entry.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/gm))
    for (const name of names(list)) files.set(name.replace(/^type /, ''), file)
  return files
}

/** The same module with imports from the files of our packages. @param lookUp the text of a package's entry */
export function withDirectImports(
  code: string,
  packages: string,
  readEntry: (name: string) => string,
): string {
  return code.replace(imports, (_, type: string | undefined, list: string, name: string) => {
    const files = filesOfEntry(readEntry(name))
    const lines = list.split('\n').length - 1
    const direct = (type ? [] : names(list))
      .filter(one => !one.startsWith('type '))
      .map(one => {
        const file = files.get(one.split(' as ')[0] ?? '')
        if (file === undefined) throw new Error(`@voxelwise/${name} exports no "${one}".`)
        return `import { ${one} } from '${packages}/${name}/src/${file}'`
      })
    // As many lines as before, for the places that errors name.
    return direct.join(';') + '\n'.repeat(lines)
  })
}

/**
 * Imports from our packages lead to the file that has the name. The entry of a package imports all of its files: a chunk with one
 * name of it would have them all.
 */
export function directImports(): Plugin {
  const packages = resolve('packages')
  const entries = new Map<string, string>()
  const readEntry = (name: string): string => {
    const entry = entries.get(name) ?? readFileSync(`${packages}/${name}/src/index.ts`, 'utf8')
    entries.set(name, entry)
    return entry
  }
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\.tsx?$/.test(id) && code.includes("'@voxelwise/")
        ? { code: withDirectImports(code, packages, readEntry), map: null }
        : null,
  }
}
