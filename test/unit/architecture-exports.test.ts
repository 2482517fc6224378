/** A file exports what other files import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modulesFromFeatures } from '../../build/from-features.ts'
import { onlyForTests } from './support/exports-for-tests.ts'

const fromFeatures = await modulesFromFeatures<{ onlyForTests: Readonly<Record<string, string>> }>(
  'exports-for-tests.ts',
)

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

/** The names that a file takes from others: imported, exported once more, or taken from a module that is loaded later. */
function namesTaken(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const listed = [...text.matchAll(/^(?:import|export)\b[^'"`;{]*\{([^}]*)\} from /gm)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  const later = /\bimport\(|^import \* as /m.test(text) ? (text.match(/\w+/g) ?? []) : []
  return [...listed, ...later]
}

/** Exports of a file by their names, those that a list exports once more aside. */
const exportsIn = (file: string, kinds: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      new RegExp(String.raw`^export (?:abstract |async )?(?:${kinds}) (\w+)`, 'gm'),
    ),
  ].map(([, name = '']) => name)

/** What every command exports: a process starts it, and a test reads how it is used. */
const ofCommands = new Set(['main', 'spec'])

const takenBy = (files: readonly string[]): ReadonlySet<string> => new Set(files.flatMap(namesTaken))
const inProduction = takenBy([...own, ...commands])
const anywhere = new Set([...inProduction, ...takenBy(tests)])

const unused = (kinds: string, taken: ReadonlySet<string>): readonly string[] =>
  own.flatMap(file =>
    exportsIn(file, kinds)
      .filter(name => !taken.has(name) && !ofCommands.has(name))
      .map(name => `${file}: ${name}`),
  )

test('every exported type is imported', () => {
  expect(unused('interface|type', anywhere)).toEqual([])
})

test('an exported function or constant is imported by more than tests, but for a list that only shrinks', () => {
  const found = unused(String.raw`function\*?|const|let|class`, inProduction)
  expect([...found].sort()).toEqual(
    [onlyForTests, ...fromFeatures.map(module => module.onlyForTests)]
      .flatMap(list => Object.entries(list))
      .flatMap(([file, names]) => names.split(' ').map(name => `${file}: ${name}`))
      .sort(),
  )
})
