/** What takes long to prepare is told, so that it is known if the page dies of it. */
import { expect, test } from 'vitest'
import { PreparationWatch } from '../../../../src/app/run/watch-clock.ts'
import { Heartbeat } from '../../../../src/engine/runtime/heartbeat.ts'

function watched() {
  const told: (readonly [number, boolean])[] = []
  const hand = new Heartbeat(null)
  const watch = new PreparationWatch((index, isInHand) => told.push([index, isInHand]))
  watch.turnTo(hand, 0)
  return { told, hand, watch }
}

test('a short preparation is not reported', () => {
  const { told, hand, watch } = watched()
  for (let now = 500; now < 5000; now += 500) {
    hand.take(now, 'image')
    watch.look(now)
    if (now % 1000 === 0) hand.putDown()
  }
  expect(told).toEqual([])
})

test('a long preparation is reported once, and again when it ends', () => {
  const { told, hand, watch } = watched()
  hand.take(7, 'image')
  for (const now of [500, 1000, 1500, 2000]) watch.look(now)
  expect(told).toEqual([[7, true]])
  hand.putDown()
  watch.look(2500)
  expect(told).toEqual([
    [7, true],
    [7, false],
  ])
})

test('a sample of an ended thread is no longer in preparation', () => {
  const { told, hand, watch } = watched()
  hand.take(7, 'image')
  for (const now of [500, 2000]) watch.look(now)
  watch.turnTo(new Heartbeat(null), 3000)
  watch.look(9000)
  expect(told).toEqual([
    [7, true],
    [7, false],
  ])
})
