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

/** In how many files each word stands. */
const filesByWord = new Map<string, number>()
for (const file of [...own, ...commands, ...tests])
  for (const word of new Set(readFileSync(file, 'utf8').match(/\w+/g)))
    filesByWord.set(word, (filesByWord.get(word) ?? 0) + 1)

/** Exports of a file by their names, those that a list exports once more aside. */
const exportsIn = (file: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^export (?:abstract |async )?(?:interface|type|function\*?|const|let|class) (\w+)/gm,
    ),
  ].map(([, name = '']) => name)

/** What every command exports: a process starts it, and a test reads how it is used. */
const ofCommands = new Set(['main', 'spec'])

test('every export is named by another file', () => {
  const unused = own.flatMap(file =>
    exportsIn(file)
      .filter(name => filesByWord.get(name) === 1 && !ofCommands.has(name))
      .map(name => `${file}: ${name}`),
  )
  expect(unused).toEqual([])
})
