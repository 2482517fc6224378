/** The style sheets that a sheet imports, in order, those within others included; itself where it imports none. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function sheetsOf(path: string): readonly string[] {
  const imports = [...readFileSync(path, 'utf8').matchAll(/^@import "([^"]+)";/gm)]
  return imports.length === 0
    ? [path]
    : imports.flatMap(([, file = '']) => sheetsOf(join(dirname(path), file)))
}
