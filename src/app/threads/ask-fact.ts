import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import type { FactInput, FactName, FactValue } from '../../workers/results/facts/registry.ts'

export type { FactInput, FactName, FactValue }

/** A figure of stored runs by its name. @param signal aborted when nobody waits for it any longer */
export type AskFact = <Name extends FactName>(
  name: Name,
  input: FactInput<Name>,
  signal?: AbortSignal,
) => Promise<FactValue<Name>>

let calls = 0

/** The figures of a results thread. @param thread its remote may change */
export const factsFrom =
  (thread: { readonly remote: Pick<ResultsWorker, 'fact' | 'dropFact'> }): AskFact =>
  async <Name extends FactName>(name: Name, input: FactInput<Name>, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const call = ++calls
    const drop = () => void thread.remote.dropFact(call)
    signal?.addEventListener('abort', drop)
    try {
      return (await thread.remote.fact(call, name, input)) as FactValue<Name>
    } finally {
      signal?.removeEventListener('abort', drop)
    }
  }
