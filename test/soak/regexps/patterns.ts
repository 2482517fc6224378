/** Every regular expression that a folder's TypeScript files write down, literals and `new RegExp` alike. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

export interface Pattern {
  /** File and line. */
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** A node of ESTree, as Vite's own parser makes it. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

interface Module {
  readonly file: string
  readonly text: string
  readonly program: Node
}

/**
 * @param folders with all that they import of each other
 * @throws Error for a pattern that is put together from more than constants
 */
export function patternsIn(...folders: readonly string[]): Pattern[] {
  const modules = new Map<string, Module>()
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue
      const file = normalize(join(folder, name))
      modules.set(file, parsed(file, readFileSync(file, 'utf8')))
    }
  return [...modules.values()].flatMap(module => findPatterns(module, modules))
}

/** The patterns of one file that imports nothing. */
export function patternsOfText(text: string): Pattern[] {
  return findPatterns(parsed('one.ts', text), new Map())
}

function parsed(file: string, text: string): Module {
  const { program, errors } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return { file, text, program: program as unknown as Node }
}

function findPatterns(module: Module, modules: ReadonlyMap<string, Module>): Pattern[] {
  const findPlace = ({ start }: Node) => `${module.file}:${module.text.slice(0, start).split('\n').length}`
  const found: Pattern[] = []
  for (const node of walkNodes(module.program)) {
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      found.push({ place: findPlace(node), source: pattern, flags })
    }
    if (!/^(?:New|Call)Expression$/.test(node.type) || (node.callee as Node).name !== 'RegExp') continue
    const [source, flags] = (node.arguments as Node[]).map(argument => findText(argument, module, modules))
    if (source === undefined || source === null || flags === null)
      throw new Error(
        `${findPlace(node)}: this regular expression is not made of constants, so nothing can test it`,
      )
    found.push({ place: findPlace(node), source, flags: flags ?? '' })
  }
  return found
}

function* walkNodes(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && 'start' in value) yield value as Node
  for (const child of Object.values(value)) yield* walkNodes(child)
}

/** The text that an expression of constants stands for; null for any other expression. */
function findText(node: Node, module: Module, modules: ReadonlyMap<string, Module>): string | null {
  const of = (part: unknown) => findText(part as Node, module, modules)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null
    case 'TemplateLiteral':
      return templateText(node, 'cooked', of)
    case 'TaggedTemplateExpression': {
      const tag = node.tag as Node
      return module.text.startsWith('String.raw', tag.start)
        ? templateText(node.quasi as Node, 'raw', of)
        : null
    }
    case 'BinaryExpression': {
      const [left, right] = [of(node.left), of(node.right)]
      return node.operator === '+' && left !== null && right !== null ? left + right : null
    }
    case 'Identifier':
      return constant(node.name as string, module, modules)
    default:
      return null
  }
}

function templateText(
  node: Node,
  form: 'cooked' | 'raw',
  of: (part: unknown) => string | null,
): string | null {
  const values = (node.expressions as unknown[]).map(of)
  if (values.includes(null)) return null
  const pieces = node.quasis as { value: Record<'cooked' | 'raw', string> }[]
  return pieces.map(({ value }, index) => value[form] + (values[index] ?? '')).join('')
}

/** What a name is called in the module, and where it comes from, in statements that have both. */
const namesIn: Readonly<Record<string, readonly [here: string, there: string]>> = {
  ImportDeclaration: ['local', 'imported'],
  ExportNamedDeclaration: ['exported', 'local'],
}

/** The file that an import names: beside the module, or the entry of one of our packages. */
function importedFile(module: Module, name: string): string {
  const own = /^@voxelwise\/(\w+)$/.exec(name)?.[1]
  return own ? `packages/${own}/src/index.ts` : normalize(join(dirname(module.file), name))
}

/** What a constant of a module holds, be it declared, imported or handed on there. */
function constant(name: string, module: Module, modules: ReadonlyMap<string, Module>): string | null {
  for (const node of walkNodes(module.program)) {
    if (node.type === 'VariableDeclarator' && (node.id as Node).name === name && node.init)
      return findText(node.init as Node, module, modules)
    const [here, there] = namesIn[node.type] ?? []
    if (here === undefined || there === undefined || !node.source) continue
    const specifier = (node.specifiers as Node[]).find(one => (one[here] as Node).name === name)
    if (!specifier) continue
    const from = modules.get(importedFile(module, (node.source as Node).value as string))
    return from ? constant((specifier[there] as Node | undefined)?.name as string, from, modules) : null
  }
  return null
}
