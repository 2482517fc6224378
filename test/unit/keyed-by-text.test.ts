/**
 * No plain object is indexed by text. In every object `__proto__`, `constructor` and `toString` find what nobody put there, and data
 * sets have such names. Text is a key of a `Map`, or of `ownValue` and `setOwn`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownValue, setOwn } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { modulesFromFeatures } from '../../build/from-features.ts'

const roots = ['src', ...['pixels', 'python', 'statistics', 'tables'].map(name => `packages/${name}/src`)]

const sources = new Map(
  roots
    .flatMap(root => readdirSync(root, { recursive: true, encoding: 'utf8' }).map(file => join(root, file)))
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.endsWith('own-value.ts'))
    .map(file => [file, withoutComments(readFileSync(file, 'utf8'))]),
)

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, comment => comment.replace(/[^\n]/g, ''))
}

/** What a declared type begins with if its values have text as keys. */
const keyed = String.raw`(?:Readonly<|Partial<)*(?:Record<string,|\{\s*(?:readonly )?\[\w+: string\])`

/** The names of such types, those that are named after others among them. */
function keyedTypes(texts: Iterable<string>): ReadonlySet<string> {
  const all = [...texts].join('\n')
  const names = new Set<string>()
  for (let size = -1; names.size > size; ) {
    size = names.size
    const known = [keyed, ...[...names].map(name => `(?:Readonly<)?${name}\\b(?!\\[|<)`)].join('|')
    for (const [, name = ''] of all.matchAll(new RegExp(`\\btype (\\w+)(?:<[^=]*>)? =\\s*(?:${known})`, 'g')))
      names.add(name)
  }
  for (const [, name = ''] of all.matchAll(/\binterface (\w+) \{\s*(?:readonly )?\[\w+: string\]/g))
    names.add(name)
  return names
}

/** A declaration of a variable, a parameter or a field as such an object. */
function declarationPattern(types: ReadonlySet<string>): RegExp {
  const type = [keyed, ...[...types].map(name => `(?:Readonly<)?${name}\\b(?!\\[|<)`)].join('|')
  return new RegExp(`(#?\\w+)\\??: (?:${type})`, 'g')
}

const namesIn = (text: string, declaration: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(declaration)].map(([, name = '']) => name))

/** Numbers index arrays: a literal, or a name that only numbers have here. */
const isNumber = (key: string): boolean =>
  /^-?\d+$|^(?:i|j|k|n|c|at|to|from|index|place|number|position|row|column|step)$|[-+*%]|\bas number$/.test(
    key,
  )

/** Accesses of a file that its declarations show to be by text. @param own what the file declares as such an object */
function accessesByText(
  text: string,
  own: ReadonlySet<string>,
  fields: ReadonlySet<string>,
): readonly string[] {
  const byKey = [...text.matchAll(/(\.|\?\.|)(?<!\w)(#?\w+)(?:\?\.)?\[([^[\]]+)\]/g)].flatMap(
    ([all, dot, name = '', key = '']) => {
      const isKeyed = own.has(name) || (dot !== '' && fields.has(name))
      const isLiteral = /^(['"`]).*\1$/.test(key) && !key.includes('${')
      return isKeyed && !isLiteral && !isNumber(key.trim()) ? [all] : []
    },
  )
  const tables = [...text.matchAll(/\b(\w+)\[\w+ as (?!number)[^\]]*\]/g)].flatMap(([all, name]) =>
    text.includes(`Object.hasOwn(${name}, `) ? [] : [all],
  )
  const members = [
    ...text.matchAll(/(?<![\w'"`] )(?<![\w'"`])(?:[\w.]+) in (?!progress)[\w.]+(?=\s*[?)&|])/g),
  ].map(([all]) => all)
  return [...byKey, ...tables, ...members]
}

/** Accesses whose keys are words of the program, or numbers: the pattern cannot see their types. Features list their own. */
const fromFeatures = await modulesFromFeatures<{ closed: readonly string[] }>('keyed-by-text.ts')
const closed: ReadonlySet<string> = new Set([
  ...fromFeatures.flatMap(module => module.closed),
  'src/engine/analysis/row-pack.ts: .codes[this.#at]',
  'src/engine/families/llava-onevision.ts: settings[grid]',
  'src/engine/runtime/group-loop.ts: Symbol.asyncIterator in items',
])

test('no file of src or a package indexes a plain object by text', () => {
  const declaration = declarationPattern(keyedTypes(sources.values()))
  const declared = Array.from(sources, ([file, text]) => ({ file, text, own: namesIn(text, declaration) }))
  const fields = new Set(declared.flatMap(({ own }) => [...own]))
  const found = declared.flatMap(({ file, text, own }) =>
    accessesByText(text, own, fields).map(access => `${file}: ${access}`),
  )
  expect(found.filter(access => !closed.has(access.replaceAll('\\', '/')))).toEqual([])
})

test('the pattern finds what it is for', () => {
  const declaration = declarationPattern(new Set(['Cells']))
  const found = (text: string) => accessesByText(text, namesIn(text, declaration), new Set(['fields']))
  expect(found('const known: Readonly<Record<string, string>> = {}\nreturn known[task] ?? task')).toEqual([
    'known[task]',
  ])
  expect(found('const of = (cells: Cells, name: string) => cells[name]')).toEqual(['cells[name]'])
  expect(found('return sample.fields[option]')).toEqual(['.fields[option]'])
  expect(found('sums[label as Label]++')).toEqual(['sums[label as Label]'])
  expect(found('if (name in cells) return 1')).toEqual(['name in cells'])
  expect(found("cells['A'] + rows[0] + values[i]")).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a key like any other', name => {
  const object: { [key: string]: number } = {}
  expect(ownValue(object, name)).toBeUndefined()
  setOwn(object, name, 7)
  expect(ownValue(object, name)).toBe(7)
  expect(Object.entries(object)).toEqual([[name, 7]])
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
})
