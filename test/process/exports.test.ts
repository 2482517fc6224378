/**
 * A file exports what other files import. Not one of the laws of `npm run check`: where a feature was deleted, it names what only
 * that feature had imported.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(folder, name))

const packageFolders = readdirSync('packages').map(name => join('packages', name))
const own = ['src', ...packageFolders.map(folder => join(folder, 'src'))].flatMap(filesBelow)
const commands = ['bench', 'build', 'tools'].flatMap(filesBelow)
const tests = ['test', ...packageFolders.map(folder => join(folder, 'test')).filter(existsSync)].flatMap(
  filesBelow,
)

/** The names that a file takes from others: imported, exported once more, or members, as of a module that is loaded later. */
function namesTaken(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const listed = [...text.matchAll(/^(?:import|export)\b[^'"`;{]*\{([^}]*)\} from /gm)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  const later = /\bimport\(|^import \* as /m.test(text) ? (text.match(/\w+/g) ?? []) : []
  const members = [...text.matchAll(/\.(\w+)/g)].map(([, name = '']) => name)
  return [...listed, ...later, ...members]
}

/** Exports of a file by their names, those that a list exports once more aside. */
const exportsIn = (file: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^export (?:abstract |async )?(?:interface|type|function\*?|const|let|class) (\w+)/gm,
    ),
  ].map(([, name = '']) => name)

/** What every command exports: a process starts it, and a test reads how it is used. */
const ofCommands = new Set(['main', 'spec'])

const taken = new Set([...own, ...commands, ...tests].flatMap(namesTaken))

test('every export is imported', () => {
  const unused = own.flatMap(file =>
    exportsIn(file)
      .filter(name => !taken.has(name) && !ofCommands.has(name))
      .map(name => `${file}: ${name}`),
  )
  expect(unused).toEqual([])
})
