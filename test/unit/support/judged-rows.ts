import type { Comparable } from '../../../src/engine/analysis/paired-differences.ts'

/** A row of the results, by what a test cares about. */
export const row = (part: Partial<Comparable>): Comparable => ({
  id: 'a',
  task: 'Organ Recognition',
  modality: 'CT',
  parts: 'Brain',
  dataset: 'Set',
  image: 'data/Set/1.png',
  question: 'Which organ?',
  chance: 1 / 4,
  verdict: 'correct',
  ...part,
})
