/** The layout of src, as docs/architecture.md tells it: what lint cannot say of whole folders. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .map(file => join('src', file))

/** Folders from which each folder takes something, types included. */
const imports = new Map<string, Set<string>>()
for (const file of files) {
  const from = dirname(file)
  const taken = imports.get(from) ?? new Set()
  imports.set(from, taken)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
    taken.add(dirname(normalize(join(from, path))))
}

const isBelow = (folder: string, other: string): boolean => folder.startsWith(`${other}/`)

test('no two folders import each other, but a folder and its own sub-folders', () => {
  const mutual = [...imports].flatMap(([folder, taken]) =>
    [...taken]
      .filter(other => folder < other && !isBelow(other, folder) && imports.get(other)?.has(folder))
      .map(other => `${folder} and ${other}`),
  )
  expect(mutual).toEqual([])
})

test('the root of src/ui, and of every room that has floors, is empty', () => {
  for (const room of ['src', 'src/engine', 'src/data', 'src/ui'])
    expect(
      files.filter(file => dirname(file) === room && !file.endsWith('.d.ts')),
      room,
    ).toEqual([])
})

test('a screen is small enough to be seen at once', () => {
  const crowded = [...imports.keys()]
    .filter(folder => isBelow(folder, 'src/ui'))
    .filter(folder => files.filter(file => dirname(file) === folder).length > 24)
  expect(crowded).toEqual([])
})

test('every file that the documents name is there', () => {
  const documents = ['README.md', ...readdirSync('docs').map(name => join('docs', name))].filter(name =>
    name.endsWith('.md'),
  )
  const gone = documents.flatMap(name =>
    [
      ...readFileSync(name, 'utf8').matchAll(
        /(?<![\w/])(?:src|test|build|tools)\/[\w./-]+\.(?:tsx?|py|json)\b/g,
      ),
    ]
      .map(([path]) => path)
      .filter(path => !existsSync(path))
      .map(path => `${name}: ${path}`),
  )
  expect(gone).toEqual([])
})

test('no two exported types have one name', () => {
  const places = new Map<string, string[]>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^export (?:abstract )?(?:interface|type|class) (\w+)/gm,
    ))
      places.set(name, [...(places.get(name) ?? []), file])
  expect([...places].filter(([, named]) => named.length > 1)).toEqual([])
})
