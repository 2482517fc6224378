import type { FactInput, FactName, FactValue } from '../../app/threads/ask-fact.ts'
import { useController } from './use-app.ts'
import { type Async, useAsync } from './use-async.ts'

/**
 * A figure of stored runs by its name. It is no longer computed when nothing shows it.
 * @param input small: it is compared as JSON
 * @param version what the figure depends on besides its input
 */
export function useFact<Name extends FactName>(
  name: Name,
  input: FactInput<Name>,
  version: string | number,
): Async<FactValue<Name>> {
  const controller = useController()
  const key = `${name} ${JSON.stringify(input, withSets)} ${version}`
  return useAsync(key, signal => controller.fact(name, input, signal))
}

/** A set says nothing in JSON by itself. */
const withSets = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)
