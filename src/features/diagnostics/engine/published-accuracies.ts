/** Accuracies of published models, as expectations for a plan. */
import { publishedModels } from '../../../engine/analysis/published.ts'
import { medCmrModels, medCmrOverall } from '../../../engine/analysis/published-med-cmr.ts'

interface PublishedAccuracy {
  readonly name: string
  /** From 0 to 1. Tables have no correlation within images. */
  readonly accuracy: number
}

const byProtocol: Readonly<Record<string, () => readonly PublishedAccuracy[]>> = {
  medrcube: () => publishedModels.map(({ name, overall }) => ({ name, accuracy: overall })),
  'med-cmr': () =>
    medCmrModels.flatMap(({ name, cells }) => {
      const accuracy = cells.get(medCmrOverall.choice)
      return accuracy === undefined ? [] : [{ name, accuracy: accuracy / 100 }]
    }),
}

/** Accuracies in the paper whose protocol a run follows; none for other protocols. */
export const publishedAccuracies = (protocol: string): readonly PublishedAccuracy[] =>
  Object.entries(byProtocol).find(([id]) => id === protocol)?.[1]() ?? []
