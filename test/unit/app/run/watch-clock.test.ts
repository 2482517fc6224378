/** Time as workers have it: a sleeping machine is not a slow model. */
import { expect, test } from 'vitest'
import { graceTime, WatchClock, watchEvery } from '../../../../src/app/run/watch-clock.ts'

/** The clock after looks at these times of the machine. */
function after(looks: readonly (readonly [machine: number, hidden?: boolean])[]) {
  const clock = new WatchClock(0)
  const slept = looks.map(([machine, hidden = false]) => clock.look(machine, hidden))
  return { now: clock.now, slept }
}

test('time that is looked at often passes as it does', () => {
  expect(after([[500], [1000], [1700], [2200]])).toEqual({ now: 2200, slept: [false, false, false, false] })
})

test('a machine that slept for an hour has worked for no hour', () => {
  const hour = 3_600_000
  expect(after([[500], [hour], [hour + 500]])).toEqual({ now: 1500, slept: [false, true, false] })
})

test('in the background a look a minute is enough for time to pass', () => {
  expect(after([[60_000, true], [120_000, true], [121_000]])).toEqual({
    now: 121_000,
    slept: [false, false, false],
  })
  // The look that comes when it is shown again was waiting for as long.
  expect(after([[500, true], [60_500]]).now).toBe(60_500)
  expect(
    after([
      [500, true],
      [3_600_000, true],
    ]).now,
  ).toBe(500 + watchEvery)
})

test('a clock that is set back takes no time back', () => {
  expect(after([[5000, true], [1000], [1500]]).now).toBe(5500)
})

test('a worker has a few seconds to obey, more if questions are long, and no more than any question', () => {
  expect(graceTime(0, 300_000)).toBe(5000)
  expect(graceTime(20_000, 300_000)).toBe(60_000)
  expect(graceTime(200_000, 300_000)).toBe(300_000)
  expect(graceTime(0, 2000)).toBe(2000)
})
