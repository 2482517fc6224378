/** Figures by name: a figure that nobody waits for any longer is no longer computed. */
import { expect, test } from 'vitest'
import { factsFrom } from '../../../../src/app/threads/ask-fact.ts'
import type { ResultsWorker } from '../../../../src/workers/contracts/stored.ts'
import { answerQueries } from '../../../../src/workers/results/figures.ts'

/** A run whose records arrive in portions, each after the test lets it. */
function slowRun(portions: number) {
  const read: number[] = []
  let release: () => void = () => {}
  const store = {
    run: async (id: string) => ({ id, settings: {} }),
    async *records() {
      for (let i = 0; i < portions; i++) {
        await new Promise<void>(resolve => {
          release = resolve
        })
        read.push(i)
        yield []
      }
    },
  }
  const figures: Pick<ResultsWorker, 'fact' | 'dropFact'> = answerQueries(
    Promise.resolve(store as never),
    {} as never,
  )
  return { fact: factsFrom({ remote: figures }), read, next: () => release() }
}

const turn = () => new Promise(resolve => setTimeout(resolve))

test('an aborted figure reads no more records, and rejects', async () => {
  const { fact, read, next } = slowRun(3)
  const abort = new AbortController()
  const column = fact('column', { run: 'r', field: 'task' }, abort.signal)
  const outcome = expect(column).rejects.toThrow('aborted')
  await turn()
  next()
  await turn()
  abort.abort()
  next()
  await outcome
  expect(read.length).toBeLessThan(3)
})

test('a figure is not begun for nobody', async () => {
  const { fact, read } = slowRun(1)
  await expect(fact('column', { run: 'r', field: 'task' }, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(read).toEqual([])
})

test('a figure that is waited for is given', async () => {
  const { fact, next } = slowRun(2)
  const column = fact('column', { run: 'r', field: 'task' })
  for (let i = 0; i < 2; i++) {
    await turn()
    next()
  }
  expect((await column).codes).toHaveLength(0)
})
