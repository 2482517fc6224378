/** The data set of the data worker: which folder is open after any order of openings. */

import { UniformRandom } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import type { SourceDescriptor } from '../../../../src/data/sources/source.ts'
import { datasetRole } from '../../../../src/workers/data/dataset-role.ts'
import { seeds } from '../../support/rounds.ts'

const noListing = () => {
  throw new Error('Files need no listing.')
}

/** A picked list of files: one MedRCube file with so many questions. Its reading takes as long as a test wants. */
function picked(
  name: string,
  questions: number,
  reading: Promise<void> = Promise.resolve(),
): SourceDescriptor {
  const items = Array.from({ length: questions }, (_, at) => ({
    id: `${name}${at}`,
    question: 'Which?',
    option_A: 'a',
    option_B: 'b',
    answer: 'A',
    image_path: 'a.png',
  }))
  const file = new File([JSON.stringify(items)], 'test.json')
  const read = file.arrayBuffer.bind(file)
  Object.defineProperty(file, 'arrayBuffer', { value: () => reading.then(read) })
  return { kind: 'files', name, files: [{ path: 'test.json', file }] }
}

test('nothing is open at first', async () => {
  const { shown, imagesAtOnce } = datasetRole(noListing)
  expect([shown.quality(), shown.holdDataset(), imagesAtOnce()]).toEqual([[], null, 1])
  await expect(shown.image('a.png')).rejects.toThrow('No data set is open.')
})

test('in random orders, the last opening wins, and each number leads to its own data set or nowhere', async () => {
  for (const seed of seeds(100)) {
    const random = new UniformRandom(seed)
    const { role, shown } = datasetRole(noListing)
    const release: (() => void)[] = []
    const count = 2 + random.below(4)
    const openings = Array.from({ length: count }, (_, at) => {
      const reading = new Promise<void>(resolve => release.push(resolve))
      return shown
        .openDataset(at + 1, picked(`set${at + 1}`, at + 1, reading), () => {})
        .then(
          ({ name }) => name,
          error => error.name,
        )
    })
    while (release.length > 0) release.splice(random.below(release.length), 1)[0]?.()
    const ends = await Promise.all(openings)
    expect(ends, `seed ${seed}`).toEqual([...Array(count - 1).fill('AbortError'), `set${count}`])
    for (let number = 1; number < count; number++)
      expect(() => role.hold({ name: 'x', number }), `seed ${seed}`).toThrow(/Nothing was asked/)
    const held = role.hold({ name: 'x', number: count })
    expect(shown.holdDataset()?.overview().name).toBe(`set${count}`)
    // A later opening that fails leaves it open, and what is held stays.
    await expect(
      shown.openDataset(count + 1, { kind: 'files', name: 'none', files: [] }, () => {}),
    ).rejects.toThrow()
    expect(role.hold({ name: 'x', number: count })).toBe(held)
    expect(shown.holdDataset()?.overview().name).toBe(`set${count}`)
  }
})
