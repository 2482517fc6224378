import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServedSource } from '../../../../src/data/sources/served.ts'

const fetched = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

/** An answer that ends in the middle, as where the browser ends the service worker that it comes through. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      pull: controller => controller.error(new TypeError('network error')),
    }),
  )

test('an interrupted file of the demo is requested again', async () => {
  fetched
    .mockImplementationOnce(async () => brokenOff())
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(async () => new Response('image'))
  const read = new ServedSource('bundled', 'demo', '/demo/').bytes('one.png', () => {})
  await vi.advanceTimersByTimeAsync(5000)
  expect(new TextDecoder().decode((await read).bytes)).toBe('image')
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('a file that is never complete is refused after three attempts, a missing one after one', async () => {
  const source = new ServedSource('bundled', 'demo', '/demo/')
  fetched.mockImplementation(async () => brokenOff())
  const failure = expect(source.open('one.png')).rejects.toMatchObject({
    info: { code: 'file-unreadable', subject: 'demo/one.png' },
  })
  await vi.advanceTimersByTimeAsync(5000)
  await failure
  expect(fetched).toHaveBeenCalledTimes(3)

  fetched.mockReset().mockImplementation(async () => new Response('', { status: 404 }))
  await expect(source.open('two.png')).rejects.toMatchObject({ info: { code: 'file-missing' } })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a file that is too large is not requested again', async () => {
  fetched.mockImplementation(async () => new Response('image'))
  const check = () => {
    throw new Error('too large')
  }
  await expect(new ServedSource('bundled', 'demo', '/demo/').bytes('one.png', check)).rejects.toThrow(
    'too large',
  )
  expect(fetched).toHaveBeenCalledTimes(1)
})
