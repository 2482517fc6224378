import type * as v from 'valibot'
import { oneOf, shape } from '../../../engine/base/schema.ts'
import { seed } from '../../../engine/base/stored-values.ts'
import { type Prepared, type ProbeKind, sharedSeed } from '../../../engine/probes/kinds/probe-kind.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import {
  type ExampleSwap,
  imagesAfterExamples,
  irrelevantSwaps,
  reversedExamples,
  withExamples,
} from './example-swaps.ts'

const reorderedSchema = shape({ kind: oneOf(['reordered-examples']) })
const irrelevantSchema = shape({ kind: oneOf(['irrelevant-examples']), seed })

/** @param swaps by the index of the sample */
const preparedWith = (swaps: ReadonlyMap<number, ExampleSwap>): Prepared => ({
  asks: ({ index }) => swaps.has(index),
  fields: ({ fields, index }) => withExamples(fields, swaps.get(index)),
  images: (_, index) => swaps.get(index)?.images,
  alone: 'all',
})

const expected = ['shownImage', 'the images that this pass shows with its sample'] as const

/** The worked examples before the question in reverse order. */
export const reorderedExamples: ProbeKind<v.InferOutput<typeof reorderedSchema>> = {
  kind: 'reordered-examples',
  schema: reorderedSchema,
  interventions: [
    {
      listed: 'reordered-examples',
      name: 'Reordered examples',
      about: 'the worked examples before the question in reverse order',
      probes: [{ kind: 'reordered-examples' }],
    },
  ],
  changes: 'order',
  prepare: (_, samples, protocol) => preparedWith(reversedExamples(samples, protocol)),
  needsAllSamples: () => true,
  seen: {
    images: 'examples',
    note: 'These images are what the model saw: those of the reversed examples, then the question’s own.',
  },
  others: {
    mayShow: (sample, protocol, shown) =>
      areEqual(shown, reversedExamples([sample], protocol).get(sample.index)?.images ?? listImages(sample)),
    expected,
  },
  audit: {
    conditions: [{ id: 'reordered-examples', name: 'Reordered examples' }],
    isOnlyAdded: true,
  },
}

/** The worked examples of a question of another task. */
export const irrelevantExamples: ProbeKind<v.InferOutput<typeof irrelevantSchema>> = {
  kind: 'irrelevant-examples',
  rank: 1,
  schema: irrelevantSchema,
  key: probe => `${probe.kind} #${probe.seed}`,
  interventions: [
    {
      listed: 'irrelevant-examples',
      name: 'Irrelevant examples',
      about: 'the worked examples of a question of another task',
      probes: [{ kind: 'irrelevant-examples', seed: sharedSeed }],
    },
  ],
  changes: 'other',
  prepare: (probe, samples, protocol) => preparedWith(irrelevantSwaps(samples, protocol, probe.seed)),
  needsAllSamples: () => true,
  seen: {
    images: 'examples',
    note: 'These images are what the model saw: those of another question’s examples, then the question’s own.',
  },
  notes: { prompt: 'The model saw another question’s examples instead of these.' },
  others: {
    mayAsk: (sample, protocol) => imagesAfterExamples(sample, protocol) !== null,
    mayShow(sample, protocol, shown) {
      const last = imagesAfterExamples(sample, protocol) ?? listImages(sample)
      return areEqual(shown.slice(Math.max(0, shown.length - last.length)), last)
    },
    expected,
  },
  audit: {
    conditions: [{ id: 'irrelevant-examples', name: 'Irrelevant examples' }],
    isOnlyAdded: true,
  },
}

const areEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, i) => one === others[i])
