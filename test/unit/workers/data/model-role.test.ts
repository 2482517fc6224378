/** The model or judge of the data worker: which folder is open after any order of openings. */
import { expect, test } from 'vitest'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import type { SourceDescriptor } from '../../../../src/data/sources/source.ts'
import { ModelRole } from '../../../../src/workers/data/model-role.ts'
import { Random } from '../../support/random.ts'
import { seeds } from '../../support/rounds.ts'

const source = nodeSource('public/models/phantom-vlm')
const all = await Promise.all(
  (await source.list()).map(async ({ path }) => ({ path, blob: await source.open(path) })),
)
const limits = { webgpu: null, streams: true }

/** A model that was picked file by file. It is read when the test says so. */
function picked(name: string, reading: Promise<void> = Promise.resolve()): SourceDescriptor {
  const files = all.map(({ path, blob }) => {
    const file = new File([blob], path.split('/').at(-1) ?? '')
    if (path === 'config.json')
      Object.defineProperties(file, {
        arrayBuffer: { value: () => reading.then(() => blob.arrayBuffer()) },
        text: { value: () => reading.then(() => blob.text()) },
      })
    return { path, file }
  })
  return { kind: 'files', name, files }
}

test('nothing is open at first', () => {
  const role = new ModelRole()
  expect(() => role.describe(limits, 1)).toThrow('No model folder is open.')
  expect(() => role.hold({ name: 'm', number: 0 })).toThrow('Another folder was chosen')
})

const orders = seeds(30)

test(`in ${orders.length} random orders the last opening wins, and each number leads to its own model or nowhere`, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    const role = new ModelRole()
    const release: (() => void)[] = []
    const count = 2 + random.below(3)
    const openings = Array.from({ length: count }, (_, at) => {
      const reading = new Promise<void>(resolve => release.push(resolve))
      const opening = role.openFolder(at + 1, picked(`model ${at + 1}`, reading), limits, () => 1)
      return opening.then(
        ({ name }) => name,
        error => error.name,
      )
    })
    while (release.length > 0) release.splice(random.below(release.length), 1)[0]?.()
    const ends = await Promise.all(openings)
    expect(ends, `seed ${seed}`).toEqual([...Array(count - 1).fill('AbortError'), `model ${count}`])
    for (let number = 1; number < count; number++)
      expect(() => role.hold({ name: 'm', number }), `seed ${seed}`).toThrow('Another folder was chosen')
    const held = role.hold({ name: 'm', number: count })
    expect(held.kind === 'folder' && held.folder.name, `seed ${seed}`).toBe(`model ${count}`)
  }
})

test('the fingerprint is that of the opening, in one precision, and of no other', async () => {
  const role = new ModelRole()
  const { family } = await role.openFolder(1, picked('m'), limits, () => 1)
  const print = (number: number, dtype: 'fp32' | 'q8') =>
    role.fingerprint({ name: 'm', number }, family, dtype, null)
  expect(await print(1, 'fp32')).toMatch(/^[0-9a-f]{64}$/)
  expect(await print(1, 'fp32')).not.toBe(await print(1, 'q8'))
  expect(() => role.fingerprint({ name: 'm', number: 2 }, family, 'fp32', null)).toThrow(
    'Another folder was chosen',
  )
  expect(() => role.fingerprint({ name: 'm', number: 1 }, family, 'server', null)).toThrow(
    'a folder, not a server',
  )
})
