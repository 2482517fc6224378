/** Checks of the parts of a mapping that name columns. */
import { type Check, CheckError, field, oneOf, textOf as textUpTo } from '../../../engine/base/checks.ts'
import { isJsonArray, isJsonObject, type Json } from '../../../engine/base/json.ts'
import type { Source } from './document.ts'

const most = 1000
const name = textUpTo(most, 1)

/** One name, or several. */
export const names: Check<readonly string[]> = (value, at) => {
  if (!isJsonArray(value)) return [name(value, at)]
  if (value.length === 0 || value.length > most) throw new CheckError(at, `1 to ${most} names`)
  return value.map((item, index) => name(item, `${at}[${index}]`))
}

export const textMap: Check<{ readonly [key: string]: string }> = (value, at) => {
  if (!isJsonObject(value)) throw new CheckError(at, 'an object of texts')
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, textUpTo(most)(item, `${at}.${key}`)]),
  )
}

const sourceKeys = ['column', 'take', 'levels', 'values', 'constant', 'template', 'from']

/** @param others further keys that the same object may have */
export function mappingSource(value: Json | undefined, at: string, others: readonly string[] = []): Source {
  if (!isJsonObject(value)) return { column: names(value, at) }
  const unknown = Object.keys(value).find(key => !sourceKeys.includes(key) && !others.includes(key))
  if (unknown !== undefined)
    throw new CheckError(`${at}.${unknown}`, `left out; the known ones are ${sourceKeys.join(', ')}`)
  const given = ['column', 'constant', 'template', 'from'].filter(key => Object.hasOwn(value, key))
  if (given.length !== 1)
    throw new CheckError(at, 'a column, or an object with one of column, constant, template, from')
  const { constant, template, from, take, levels, values } = value
  if (constant !== undefined) return { constant: name(constant, `${at}.constant`) }
  if (template !== undefined) return { template: textUpTo(10 * most, 1)(template, `${at}.template`) }
  if (from !== undefined) return { from: oneOf(['table', 'folder', 'split'])(from, `${at}.from`) }
  return {
    column: names(field(value, 'column'), `${at}.column`),
    ...(take !== undefined && { take: oneOf(['first', 'last', 'all'])(take, `${at}.take`) }),
    ...(levels !== undefined && { levels: name(levels, `${at}.levels`) }),
    ...(values !== undefined && { values: textMap(values, `${at}.values`) }),
  }
}

export const sourceOrNull: Check<Source | null> = (value, at) =>
  value === undefined || value === null ? null : mappingSource(value, at)
