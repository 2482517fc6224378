/** A worker as the page sees it, and one whose script is not there any more. */
import { afterEach, expect, test, vi } from 'vitest'
import { workerHandle } from '../../../../src/workers/shared/worker-handle.ts'

interface Verbs {
  add(a: number, b: number): Promise<number>
}

/** A worker that says nothing unless a test has it. */
class Silent extends EventTarget {
  readonly asked: { readonly id: string }[] = []
  postMessage(message: { readonly id: string }): void {
    this.asked.push(message)
  }
  terminate(): void {}
  /** Chromium and Firefox send a plain event where the script is not there, and one with a message where it threw. */
  breakDown(message?: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }
  answer(value: unknown): void {
    this.#reply({ type: 'RAW', value })
  }
  refuse(words: string): void {
    const error = { message: words, name: 'Error' }
    this.#reply({ type: 'HANDLER', name: 'throw', value: { isError: true, value: error } })
  }
  #reply(value: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: { id: this.asked[0]?.id, ...value } }))
  }
}

const opened = () => {
  const worker = new Silent()
  return { worker, bridged: workerHandle<Verbs>(worker as unknown as Worker) }
}

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterEach(() => {
  expect(unhandled).not.toHaveBeenCalled()
})

test('a verb is answered', async () => {
  const { worker, bridged } = opened()
  const sum = bridged.remote.add(1, 2)
  worker.answer(3)
  expect(await sum).toBe(3)
})

test('a method that throws rejects for its caller only', async () => {
  const { worker, bridged } = opened()
  const sum = bridged.remote.add(1, 2)
  worker.refuse('no sum')
  await expect(sum).rejects.toThrow('no sum')
  await new Promise(resolve => setTimeout(resolve, 10))
})

test('methods reject if the script cannot be loaded, before and after', async () => {
  const { worker, bridged } = opened()
  const before = bridged.remote.add(1, 2)
  worker.breakDown()
  for (const asked of [before, bridged.remote.add(1, 2), bridged.crashed])
    await expect(asked).rejects.toMatchObject({
      info: { code: 'page-outdated', remedy: expect.stringContaining('Reload the page') },
    })
})

test('an unawaited method breaks nothing', async () => {
  const { worker, bridged } = opened()
  void bridged.remote.add(1, 2)
  worker.breakDown()
  void bridged.remote.add(1, 2)
  await new Promise(resolve => setTimeout(resolve, 10))
})

test('an error of the script itself is reported unchanged', async () => {
  const { worker, bridged } = opened()
  worker.breakDown('x is not defined')
  await expect(bridged.crashed).rejects.toThrow('x is not defined')
  const sum = bridged.remote.add(1, 2)
  worker.answer(3)
  expect(await sum).toBe(3)
})

test('a worker that has answered was loaded', async () => {
  const { worker, bridged } = opened()
  const sum = bridged.remote.add(1, 2)
  worker.answer(3)
  await sum
  worker.breakDown()
  await expect(bridged.crashed).rejects.toThrow('The worker broke.')
})
