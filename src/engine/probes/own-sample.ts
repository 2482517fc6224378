/**
 * What a pass can have asked and shown, as far as one sample tells. Which images or examples stand in for its own follows
 * from the other samples, and a reader of records does not hold those.
 */
import { isSwap, type Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { imagesOf, type Sample } from '../protocol/sample.ts'
import { imagesAfterExamples } from './examples.ts'
import { Perturbation } from './perturbation.ts'

/** Whether a pass can ask about a sample. */
export function mayAsk(probe: Probe | undefined, sample: Sample, protocol: Protocol): boolean {
  if (isSwap(probe)) return sample.image !== null
  if (probe?.kind === 'irrelevant-examples') return imagesAfterExamples(sample, protocol) !== null
  return new Perturbation(probe, [sample], protocol).asks(sample)
}

/** Whether a pass can have shown these images for a sample. @param shown rooted paths, in order */
export function mayShow(
  probe: Probe | undefined,
  sample: Sample,
  protocol: Protocol,
  shown: readonly string[],
): boolean {
  const own = imagesOf(sample)
  if (isSwap(probe)) return shown.length === own.length
  switch (probe?.kind) {
    case 'irrelevant-examples': {
      const last = imagesAfterExamples(sample, protocol) ?? own
      return areEqual(shown.slice(Math.max(0, shown.length - last.length)), last)
    }
    case 'reordered-examples': {
      const reordered = new Perturbation(probe, [sample], protocol).images(own, sample.index)
      return areEqual(
        shown,
        reordered.map(({ path }) => path),
      )
    }
    default:
      return areEqual(shown, own)
  }
}

const areEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, i) => one === others[i])
