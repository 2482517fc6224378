/** Options as data: parsing, `--help` and the tables in docs/commands.md are derived from one list per command. */

import { parseArgs } from 'node:util'
import { ownValue } from '@voxelwise/python'
import { VoxelwiseError } from '../../engine/base/errors.ts'

interface Described {
  readonly name: string
  readonly help: string
}

/** Properties of some options only. */
interface More {
  readonly required?: true
  /** Shown only: the command applies it. */
  readonly default?: string
  /** May be given several times: its value is a list. */
  readonly repeated?: true
  /** Another option without which this one has no meaning. */
  readonly needs?: string
  /** Options that this one excludes: `name`, or `name value` where only that value is excluded. */
  readonly notWith?: readonly string[]
}

export type CommandOption = Described &
  More &
  (
    | { readonly type: 'flag' }
    /** `count` is a whole number above 0, `share` a number between 0 and 1. `value` is its placeholder in the help. */
    | { readonly type: 'text' | 'count' | 'share'; readonly value: string }
    | { readonly type: 'choice'; readonly value: string; readonly choices: readonly string[] }
  )

type Made<Type, Name, Rest> = Described & { readonly type: Type; readonly name: Name } & Rest

export const flagOption = <const Name extends string, const M extends More>(
  name: Name,
  help: string,
  more: M = {} as M,
): Made<'flag', Name, M> => ({ type: 'flag', name, help, ...more })

const valued =
  <Type extends 'text' | 'count' | 'share'>(type: Type) =>
  <const Name extends string, const M extends More>(
    name: Name,
    value: string,
    help: string,
    more: M = {} as M,
  ): Made<Type, Name, M & { readonly value: string }> => ({ type, name, value, help, ...more })

export const textOption = valued('text')
export const countOption = valued('count')
export const shareOption = valued('share')

/** The choices are shown before the help. */
export const choiceOption = <const Name extends string, Choice extends string, const M extends More>(
  ...[name, value, choices, help, more = {} as M]: readonly [Name, string, readonly Choice[], string, M?]
): Made<'choice', Name, M & { readonly value: string; readonly choices: readonly Choice[] }> => ({
  ...{ type: 'choice', name, value, choices, help },
  ...more,
})

type ValueOf<O extends CommandOption> = O extends { readonly repeated: true }
  ? readonly string[]
  : SingleValue<O>

type SingleValue<O extends CommandOption> = O extends { readonly type: 'count' | 'share' }
  ? number
  : O extends { readonly type: 'choice'; readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string

/** False for a flag that is not set, an empty list for a repeated option that is not given, undefined for any other. */
export type OptionValues<List extends readonly CommandOption[]> = {
  readonly [O in List[number] as O['name']]: O extends { readonly type: 'flag' }
    ? boolean
    : O extends { readonly required: true } | { readonly repeated: true }
      ? ValueOf<O>
      : ValueOf<O> | undefined
}

/** The options of what several parts add to a command. */
export const optionsOfParts = <const Parts extends readonly { readonly options: readonly CommandOption[] }[]>(
  parts: Parts,
): readonly Parts[number]['options'][number][] => parts.flatMap(({ options }) => options)

type Raw = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Without a remedy, `defineCommand` adds how the command is used. */
export const usageError = (message: string, subject: string, remedy = ''): VoxelwiseError =>
  new VoxelwiseError({ code: 'usage', message, subject, remedy })

/** @param takesFiles whether other arguments are accepted @throws VoxelwiseError usage, naming the option at fault */
export function readArguments<const List extends readonly CommandOption[]>(
  options: List,
  argv: readonly string[],
  takesFiles = false,
): { readonly values: OptionValues<List>; readonly files: readonly string[] } {
  const { values: raw, positionals: files } = parsed(options, argv, takesFiles)
  const isGiven = (name: string): boolean =>
    ownValue(raw, name) !== undefined && ownValue(raw, name) !== false
  for (const { name } of options)
    if ([ownValue(raw, name)].flat().includes('')) throw usageError(`--${name} needs a value.`, `--${name}`)
  for (const { name, needs, notWith = [] } of options.filter(({ name }) => isGiven(name))) {
    const other = notWith.find(entry => {
      const [excluded = '', value] = entry.split(' ')
      return value === undefined ? isGiven(excluded) : ownValue(raw, excluded) === value
    })
    if (other !== undefined) throw usageError(`--${name} cannot be combined with --${other}.`, `--${name}`)
    if (needs !== undefined && !isGiven(needs)) throw usageError(`--${name} needs --${needs}.`, `--${name}`)
  }
  const values = Object.fromEntries(
    options.map(option => [option.name, readValue(option, ownValue(raw, option.name))]),
  )
  const missing = options.find(({ name, required }) => required && !isGiven(name))
  if (missing) throw usageError(`--${missing.name} is required.`, `--${missing.name}`)
  // Each value was read as its option's type asks.
  return { values: values as OptionValues<List>, files }
}

function parsed(options: readonly CommandOption[], argv: readonly string[], allowPositionals: boolean) {
  const types = options.map(
    ({ name, type, repeated }) =>
      [name, { type: type === 'flag' ? 'boolean' : 'string', multiple: repeated ?? false } as const] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...argv], options: Object.fromEntries(types), strict: true, allowPositionals },
    })
    return { values: values as Raw, positionals }
  } catch (error) {
    const message = error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error)
    throw usageError(`${message}.`, argv.join(' '))
  }
}

function readValue(
  option: CommandOption,
  raw: Raw[string],
): string | number | boolean | readonly string[] | undefined {
  if (option.type === 'flag') return raw === true
  if (option.repeated) return Array.isArray(raw) ? raw : []
  if (typeof raw !== 'string') return undefined
  const refuse = (takes: string) => usageError(`--${option.name} takes ${takes}.`, `--${option.name} ${raw}`)
  switch (option.type) {
    case 'count':
      if (/^[1-9]\d{0,8}$/.test(raw)) return Number(raw)
      throw refuse('a whole number above 0')
    case 'share':
      if (/^0?\.\d{1,9}$/.test(raw) && Number(raw) > 0) return Number(raw)
      throw refuse('a number between 0 and 1, such as 0.03')
    case 'choice':
      if (option.choices.includes(raw)) return raw
      throw refuse(listed(option.choices, 'or'))
    default:
      return raw
  }
}

/** "a, b or c" */
export const listed = (names: readonly string[], last: 'and' | 'or'): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`

/** All that is known of an option, in sentences. */
export function explainOption(option: CommandOption): string {
  const { help, needs, notWith } = option
  const meaning = option.type === 'choice' ? `${listed(option.choices, 'or')}: ${help}` : help
  const needed = needs === undefined ? [] : [`Needs --${needs}.`]
  const others = notWith?.map(name => `--${name}`)
  const excluded = others ? [`Cannot be combined with ${listed(others, 'or')}.`] : []
  return [meaning, ...needed, ...excluded].join(' ')
}

export const optionAsTyped = (option: CommandOption): string =>
  `--${option.name}${option.type === 'flag' ? '' : ` ${option.value}`}`

const columns = 110

export function helpLines(options: readonly CommandOption[]): readonly string[] {
  const width = Math.max(...options.map(option => optionAsTyped(option).length)) + 4
  return options.flatMap(option => {
    const marks = option.required ? ' (required)' : option.default ? ` (default: ${option.default})` : ''
    const [first = '', ...rest] = wrapped(explainOption(option) + marks, columns - width)
    return [`  ${optionAsTyped(option)}`.padEnd(width) + first, ...rest.map(line => ' '.repeat(width) + line)]
  })
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
