/** Questions with several right options, such as multi-label data sets: each option is a finding, right or not, chosen or not. */
import { countBy, getOrMake } from '../../../engine/base/grouping.ts'
import {
  type ClusterNumbers,
  type ForecastedRow,
  fewestAnswers,
  isDiagnosed,
  type NamedFinding,
  readingState,
} from './finding-answers.ts'

interface Offered {
  readonly item: ForecastedRow
  readonly isRight: boolean
  readonly isChosen: boolean
}

/**
 * The options of a group of questions that were answered often enough, and are right in some questions and not in others. An option is
 * known by its text. A question that does not offer it, or offers it twice, says nothing about it. There are no scores: the
 * probability of the next letter is that of the first option of a list.
 */
export function optionFindings(
  name: string,
  group: readonly ForecastedRow[],
  clusters: ClusterNumbers,
): NamedFinding[] {
  const offers = new Map<string, { readonly written: string; readonly all: Offered[] }>()
  for (const item of group)
    for (const { text, ...offered } of distinctOptions(item))
      getOrMake(offers, text.toLowerCase(), () => ({ written: text, all: [] })).all.push(offered)
  const options = [...offers.values()].filter(({ all }) => isEnough(all))
  const answers = options.map(({ written }) => written)
  return options.map(({ written, all }): NamedFinding => {
    const answered = all.filter(({ item }) => isDiagnosed(item))
    return {
      ...{ of: name, finding: written, positive: written, rule: 'each option', answers },
      detections: answered.map(({ item: { row }, isRight, isChosen }) => ({
        ...{ isPresent: isRight, called: isChosen, score: null, cluster: clusters.of(row) },
        reading: readingState(row),
      })),
      rows: answered.map(({ item }) => item.row),
      failed: all.filter(({ item }) => !isDiagnosed(item)).map(({ isRight }) => ({ isPresent: isRight })),
    }
  })
}

/** The options of a question whose texts are known and occur once. Of a reply that was not read, none is chosen. */
function distinctOptions(item: ForecastedRow): (Offered & { readonly text: string })[] {
  const { options = [], several } = item.forecast ?? {}
  if (!several) return []
  const texts = options.map(text => text.trim())
  const times = countBy(texts.map(text => text.toLowerCase()))
  return texts.flatMap((text, at) =>
    text === '' || times.get(text.toLowerCase()) !== 1
      ? []
      : [
          {
            ...{ item, text, isRight: several.right.includes(at) },
            isChosen: several.chosen?.includes(at) ?? false,
          },
        ],
  )
}

function isEnough(all: readonly Offered[]): boolean {
  const answered = all.filter(({ item }) => isDiagnosed(item))
  return answered.length >= fewestAnswers && new Set(answered.map(({ isRight }) => isRight)).size === 2
}
