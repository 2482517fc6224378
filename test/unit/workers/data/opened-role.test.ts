import { UniformRandom } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { OpenedRole } from '../../../../src/workers/data/opened-role.ts'
import { rounds } from '../../support/rounds.ts'

test('a run gets exactly the folder of its opening, or nothing', async () => {
  const role = new OpenedRole<string>()
  expect(role.latest).toBeNull()
  await role.open(1, async () => 'first')
  expect(role.hold({ name: 'first', number: 1 })).toBe('first')
  await role.open(2, async () => 'second')
  expect(role.latest).toBe('second')
  expect(() => role.hold({ name: 'first', number: 1 })).toThrow(
    'Another folder was chosen while this run was being prepared. Nothing was asked.',
  )
})

test('only the folder that was requested last is opened, however slowly an earlier one is read', async () => {
  const role = new OpenedRole<string>()
  const signals: AbortSignal[] = []
  let finish: (what: string) => void = () => {}
  const slow = role.open(1, signal => {
    signals.push(signal)
    return new Promise<string>(resolve => {
      finish = resolve
    })
  })
  await role.open(2, async () => 'quick')
  expect(signals[0]?.aborted).toBe(true)
  finish('slow')
  await expect(slow).rejects.toMatchObject({ name: 'AbortError' })
  expect(role.latest).toBe('quick')
})

test('a failed reading keeps the open folder', async () => {
  const role = new OpenedRole<string>()
  await role.open(1, async () => 'first')
  await expect(role.open(2, () => Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
  expect(role.hold({ name: 'first', number: 1 })).toBe('first')
  expect(() => role.hold({ name: 'second', number: 2 })).toThrow(/Nothing was asked/)
})

/** What a hold of this opening gives. */
function held(role: OpenedRole<number>, number: number): number | 'refused' {
  try {
    return role.hold({ name: 'x', number })
  } catch {
    return 'refused'
  }
}

test('in 500 random orders of open, finish, fail and hold, a hold gets its own folder or a refusal', async () => {
  for (let seed = 0; seed < rounds(2000); seed++) {
    const random = new UniformRandom(seed)
    const role = new OpenedRole<number>()
    const pending: { number: number; finish: () => void; fail: () => void }[] = []
    let last = 0
    let open = 0
    for (let turn = 0; turn < 30; turn++) {
      const action = random.below(4)
      if (action === 0) {
        const number = ++last
        const opening = role.open(
          number,
          () =>
            new Promise<number>((resolve, reject) => {
              pending.push({ number, finish: () => resolve(number), fail: () => reject(new Error('no')) })
            }),
        )
        opening.catch(() => {})
      } else if (action < 3 && pending.length > 0) {
        const [reading] = pending.splice(random.below(pending.length), 1)
        const isFinished = action === 1
        if (isFinished) reading?.finish()
        else reading?.fail()
        await new Promise(resolve => queueMicrotask(() => queueMicrotask(() => resolve(null))))
        if (isFinished && reading?.number === last) open = last
      } else if (last > 0) {
        const number = 1 + random.below(last)
        if (held(role, number) !== (number === open ? number : 'refused'))
          throw new Error(`seed ${seed}: opening ${number} led to ${held(role, number)}`)
      }
      if ((role.latest ?? 0) !== open) throw new Error(`seed ${seed}: ${role.latest} is open, not ${open}`)
    }
  }
})
