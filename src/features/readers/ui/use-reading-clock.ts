import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { ReadingClock, type ReadingTime } from '../engine/reading-clock.ts'

const inputs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** Two frames after now, when what was drawn is on the screen. */
const painted = (then: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then)
  })
  return () => cancelAnimationFrame(frame)
}

/**
 * The time of reading one question, from its painted image on. The component has a key for each question.
 * @param screen holds the image @param hasImage whether there is one
 * @returns the time up to now, and what begins it where no image can be shown; nothing is read before the image is painted
 */
export function useReadingClock(
  screen: RefObject<HTMLElement | null>,
  hasImage: boolean,
): { readonly readingTime: () => ReadingTime; readonly begin: () => void } {
  const clock = useRef<ReadingClock | null>(null)
  const start = useRef(() => {})
  useEffect(() => {
    let cancel = () => {}
    const begin = () => {
      cancel()
      cancel = painted(() => {
        clock.current ??= new ReadingClock(performance.now())
        if (document.hidden) clock.current.hidden(performance.now(), true)
      })
    }
    start.current = begin
    const element = screen.current
    const onInput = () => clock.current?.input(performance.now())
    const onHidden = () => clock.current?.hidden(performance.now(), document.hidden)
    if (!hasImage) begin()
    // An image's event does not bubble.
    element?.addEventListener('load', begin, true)
    for (const type of inputs) window.addEventListener(type, onInput, { passive: true })
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      cancel()
      element?.removeEventListener('load', begin, true)
      for (const type of inputs) window.removeEventListener(type, onInput)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [screen, hasImage])
  const begin = useCallback(() => start.current(), [])
  const readingTime = () => clock.current?.time(performance.now()) ?? { seconds: 0, pausedSeconds: 0 }
  return { readingTime, begin }
}
