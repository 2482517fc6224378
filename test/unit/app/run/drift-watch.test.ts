/** Which answers of a run are asked again on another device, and when that ends. */
import { expect, test } from 'vitest'
import { DriftWatch } from '../../../../src/app/run/drift-watch.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import type { Outcome } from '../../../../src/engine/runtime/run-events.ts'
import { answered } from '../../support/records.ts'

const outcome = (index: number, verdict: Outcome['verdict'] = 'correct'): Outcome => ({
  ...{ index, fields: {}, verdict, text: '', read: { right: 'A', picked: 'A' } },
})
const outcomes = (from: number, to: number): readonly Outcome[] =>
  Array.from({ length: to - from }, (_, i) => outcome(from + i))

function watched(answer: (index: number) => Promise<RunRecord> = async index => answered(index, {})) {
  const asked: number[] = []
  const compared: number[] = []
  const failures: unknown[] = []
  const watch = new DriftWatch(
    {
      ask(index, signal) {
        asked.push(index)
        const aborted = new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
        return Promise.race([answer(index), aborted])
      },
    },
    {
      compare: async ({ sample }) => void compared.push(sample.index),
      failed: error => failures.push(error),
    },
  )
  return { watch, asked, compared, failures }
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

test('the hundredth answer is asked again, then every three hundredth; failed questions do not count', async () => {
  const { watch, asked, compared } = watched()
  watch.add([outcome(5000, 'failed'), ...outcomes(0, 99)])
  expect(asked).toEqual([])
  for (let at = 99; at < 1000; at++) {
    watch.add([outcome(at)])
    await turn()
  }
  expect(asked).toEqual([99, 399, 699, 999])
  expect(compared).toEqual(asked)
})

test('one question at a time: what is due meanwhile is the next answer after it', async () => {
  let finish = (): void => {}
  const { watch, asked } = watched(
    index => new Promise(resolve => (finish = () => resolve(answered(index, {})))),
  )
  watch.add(outcomes(0, 700))
  expect(asked).toEqual([99])
  expect(watch.isAsking).toBe(true)
  finish()
  await turn()
  expect(watch.isAsking).toBe(false)
  watch.add([outcome(700)])
  expect(asked).toEqual([99, 700])
})

test('the end of a run waits for the question in hand, and a stop gives it up silently', async () => {
  const settled = watched()
  settled.watch.add(outcomes(0, 100))
  await settled.watch.settle()
  expect(settled.compared).toEqual([99])
  const stopped = watched(() => new Promise(() => {}))
  stopped.watch.add(outcomes(0, 100))
  stopped.watch.end()
  await stopped.watch.settle()
  expect([stopped.compared, stopped.failures]).toEqual([[], []])
})

test('after a failure nothing more is asked again', async () => {
  const { watch, asked, failures } = watched(() => Promise.reject(new Error('WASM ran out of memory')))
  watch.add(outcomes(0, 100))
  await turn()
  watch.add(outcomes(100, 1000))
  expect(asked).toEqual([99])
  expect(failures).toHaveLength(1)
})
