/** The style sheets of the page and its reports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The sheets that a sheet imports, in order, those within others included; itself where it imports none. */
export function listSheets(path: string): readonly string[] {
  const imports = [...readFileSync(path, 'utf8').matchAll(/^@import "([^"]+)";/gm)]
  return imports.length === 0
    ? [path]
    : imports.flatMap(([, file = '']) => listSheets(join(dirname(path), file)))
}

/** The sheets of features, as the page finds them by their names, in its order. */
export const featureSheets = (): readonly string[] =>
  readdirSync('src/features', { recursive: true, encoding: 'utf8' })
    .filter(name => /^[^/]+\/ui\/[^/]+\.css$/.test(name))
    .map(name => join('src/features', name))
    .sort()
