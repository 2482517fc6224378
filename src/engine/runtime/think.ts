import type { Thought } from '../protocol/record.ts'
import { disposeCache } from './cache.ts'
import { greedy } from './greedy.ts'
import type { EventLoopTurns } from './steps.ts'
import type { DecoderStep, ShownImages, Vlm } from './vlm.ts'

/** Tokens that a mark is found in: even spelled letter by letter it has fewer. */
const window = 24

/** Blank tokens between a thought and its answer, at most. */
const mostBlanks = 4

/** What the model did before its answer. */
interface ThoughtFirst {
  /** Null where it did not think. */
  readonly thought: Thought | null
  /** Why it ended without an answer; null where the answer follows. */
  readonly stop: 'end-token' | 'max-new-tokens' | null
  /** Tokens that the answer continues: those of the thought, or of an answer without one. */
  readonly ids: readonly number[]
  /** What the last of them holds of the answer. */
  readonly begun: string
  readonly step: DecoderStep
}

interface ThinkOptions {
  /** The longest thought, in tokens. */
  readonly most: number
  readonly shown: ShownImages
  readonly steps: EventLoopTurns
}

/**
 * Decodes a thought greedily, until its closing mark. The caller disposes the cache of the returned step.
 * @param prompt may end with an opened thought, by its template
 * @returns null where the arithmetic overflowed @throws Stopped between two steps
 */
export async function think(
  vlm: Vlm,
  prompt: readonly number[],
  first: DecoderStep,
  { most, shown, steps }: ThinkOptions,
): Promise<ThoughtFirst | null> {
  const { promptEncoder } = vlm
  const { thinking } = promptEncoder
  if (!thinking) return { thought: null, stop: null, ids: [], begun: '', step: first }
  const { open, close } = thinking
  const limit = Math.min(most, vlm.contextLength - prompt.length - 1)
  const ids: number[] = []
  let isOpen = promptEncoder.markedText(prompt.slice(-window)).trimEnd().endsWith(open)
  let step = first
  const thoughtUntil = (end: number | undefined, isEnded: boolean): Thought => {
    const text = promptEncoder.markedText(ids).slice(0, end).trim()
    return {
      text: (text.startsWith(open) ? text.slice(open.length) : text).trim(),
      tokens: ids.length,
      ...(!isEnded && { isOpen: true }),
    }
  }
  const ended = (thought: Thought | null, stop: ThoughtFirst['stop'] = null, begun = ''): ThoughtFirst => ({
    thought,
    stop,
    ids,
    begun,
    step,
  })
  const advance = async (): Promise<void> => {
    await steps.next()
    step = await vlm.next([...prompt, ...ids], step, shown)
  }
  try {
    for (;;) {
      const next = greedy(step.logits, vlm.repetitionPenalty, prompt, ids)
      if (next === null) {
        disposeCache(step.cache)
        return null
      }
      if (vlm.endTokens.has(next)) {
        // An answer that ends before anything was said is the caller's; a thought that ends so has no answer.
        return isOpen ? ended(thoughtUntil(undefined, false), 'end-token') : ended(null)
      }
      ids.push(next)
      if (!isOpen) {
        const said = promptEncoder.markedText(ids).trimStart()
        isOpen = said.startsWith(open)
        if (!isOpen && !open.startsWith(said)) {
          await advance()
          return ended(null, null, promptEncoder.text(ids))
        }
      }
      if (isOpen && promptEncoder.markedText(ids.slice(-window)).includes(close)) {
        const all = promptEncoder.markedText(ids)
        const end = all.lastIndexOf(close)
        const begun = all.slice(end + close.length)
        await advance()
        return ended(thoughtUntil(end, true), null, begun)
      }
      if (ids.length >= limit) return ended(thoughtUntil(undefined, false), 'max-new-tokens')
      await advance()
    }
  } catch (error) {
    disposeCache(step.cache)
    throw error
  }
}

/** The step at the first token of the answer, after its blanks; the earlier caches are disposed. */
export async function afterBlanks(
  vlm: Vlm,
  before: readonly number[],
  first: DecoderStep,
  { shown, steps }: Omit<ThinkOptions, 'most'>,
): Promise<DecoderStep> {
  const ids = [...before]
  let step = first
  for (let blanks = 0; blanks < mostBlanks; blanks++) {
    const next = greedy(step.logits, vlm.repetitionPenalty, ids, [])
    if (next === null || vlm.endTokens.has(next) || vlm.promptEncoder.markedText([next]).trim() !== '')
      return step
    ids.push(next)
    await steps.next()
    step = await vlm.next(ids, step, shown)
  }
  return step
}
